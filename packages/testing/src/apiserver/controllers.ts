import { afterTurn } from "client-ts/internal";
import { countUse, disruptionStatus } from "./admit/index.ts";
import type { Core } from "./core.ts";
import type { CustomResources } from "./crd/custom-resources.ts";
import { deleteObject, finishDeletion } from "./delete.ts";
import { type ApiObject, objectOf, recordOf, sameJson, storedResource } from "./objects.ts";
import { addRemains, type Remains, terminatingStatus } from "./namespace-conditions.ts";
import { aggregatedRules, type NamedRules } from "./rbac/aggregation.ts";
import { rbacCollections } from "./rbac/rbac-authorizer.ts";
import type { ServedResource } from "./resources.ts";
import type { Collection, StoredRecord, StoreEvent } from "./storage.ts";

const budgets = "poddisruptionbudgets.policy";
const counting = ["resourcequotas", budgets];

type ClusterRoleObject = ApiObject & NamedRules;

/** What {@link Controllers} are made from. */
export interface ControllersOptions {
  readonly custom: CustomResources;
  readonly enabled: boolean;
  /** Whether Pods on a node end by themselves when they are deleted. */
  readonly hasKubelet: boolean;
}

/**
 * What the controller manager does in a real cluster, so that namespaces end and dependents follow their owners: one
 * pass over what is marked for deletion, run a moment after a write that may have given it work. Passes repeat until
 * nothing changes.
 */
export class Controllers {
  readonly #core: Core;
  readonly #byUid = new Map<string, Place>();
  readonly #dependents = new Map<string, Map<string, Place>>();
  readonly #deleting = new Map<string, Place>();
  readonly #suspects = new Map<string, Place>();
  #rolesChanged = false;
  #countsChanged = false;
  #queued = false;
  #stopped = false;

  readonly custom: CustomResources;
  readonly #hasKubelet: boolean;

  /** With `enabled` off, only definitions of custom kinds are followed. */
  constructor(core: Core, { custom, enabled, hasKubelet }: ControllersOptions) {
    this.#core = core;
    this.#hasKubelet = hasKubelet;
    this.custom = custom;
    core.storage.follow((collection, event) => custom.onCommit(collection, event));
    if (enabled) core.storage.follow((collection, event) => this.#onCommit(collection, event));
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Keeps the indexes, so that a pass looks only at what is concerned. */
  #onCommit(collection: Collection, { type, record, previous }: StoreEvent): void {
    if (collection.name === rbacCollections.clusterRoles) {
      this.#rolesChanged = true;
      this.#wake();
    }
    if (
      record.namespace !== "" &&
      counting.some((name) => (this.#core.storage.collections.get(name)?.records.size ?? 0) > 0)
    ) {
      this.#countsChanged = true;
      this.#wake();
    }
    const place: Place = { collection, key: record.key };
    const id = `${collection.name} ${record.key}`;
    for (const uid of previous?.owners ?? []) this.#dependents.get(uid)?.delete(id);
    if (type === "DELETED") {
      this.#byUid.delete(record.uid);
      this.#deleting.delete(id);
      for (const [dependent, where] of this.#dependents.get(record.uid) ?? []) this.#suspects.set(dependent, where);
      // Something may have waited for this one to go.
      if (this.#suspects.size > 0 || this.#deleting.size > 0) this.#wake();
      return;
    }
    this.#byUid.set(record.uid, place);
    for (const uid of record.owners ?? []) {
      const known = this.#dependents.get(uid);
      if (known === undefined) this.#dependents.set(uid, new Map([[id, place]]));
      else known.set(id, place);
    }
    if (record.owners !== undefined) this.#suspects.set(id, place);
    if (record.deleting) this.#deleting.set(id, place);
    if (record.deleting || record.owners !== undefined) this.#wake();
  }

  #wake(): void {
    if (this.#queued || this.#stopped) return;
    this.#queued = true;
    afterTurn(() => {
      this.#queued = false;
      if (!this.#stopped) this.#pass();
    });
  }

  #pass(): void {
    if (this.#rolesChanged) this.#aggregateRoles();
    if (this.#countsChanged) this.#count();
    const suspects = [...this.#suspects.values()];
    this.#suspects.clear();
    for (const { collection, key } of suspects) {
      const record = collection.records.get(key);
      if (record?.owners === undefined || record.owners.some((uid) => this.#byUid.has(uid))) continue;
      this.#delete(collection, record);
    }
    for (const { collection, key } of [...this.#deleting.values()]) {
      const record = collection.records.get(key);
      if (record !== undefined) this.#settleOwner(collection, record);
    }
    this.#endNamespaces();
  }

  /** ClusterRoles that gather the rules of others get them. */
  #aggregateRoles(): void {
    this.#rolesChanged = false;
    const collection = this.#core.storage.collection(rbacCollections.clusterRoles);
    const resource = this.#resource(collection);
    if (resource === undefined) return;
    const roles = [...collection.records.values()].map((record) => objectOf(record, resource) as ClusterRoleObject);
    for (const role of roles) {
      const rules = aggregatedRules(role, roles);
      if (rules === undefined || sameJson(rules, role.rules ?? [])) continue;
      role.rules = rules;
      this.#core.storage.put(collection, (revision) => recordOf(role, resource, revision));
    }
  }

  /** Quotas and disruption budgets say what they count. */
  #count(): void {
    this.#countsChanged = false;
    countUse(this.#core);
    const collection = this.#core.storage.collection(budgets);
    const resource = this.#resource(collection);
    if (resource === undefined) return;
    for (const record of [...collection.records.values()]) {
      const object = objectOf(record, resource);
      const status = disruptionStatus(this.#core, object);
      if (sameJson(status, object["status"] ?? null)) continue;
      object["status"] = status;
      this.#core.storage.put(collection, (revision) => recordOf(object, resource, revision));
    }
  }

  /** The resource of a collection, in the version in which a record is kept. */
  #resource(collection: Collection, record?: StoredRecord): ServedResource | undefined {
    const resource = this.#core.table.preferred(collection.name);
    return resource === undefined || record === undefined ? resource : storedResource(resource, record);
  }

  #settleOwner(collection: Collection, record: StoredRecord): void {
    const resource = this.#resource(collection, record);
    if (resource === undefined) return;
    const object = objectOf(record, resource);
    const finalizers = object.metadata.finalizers ?? [];
    const own = [...(this.#dependents.get(record.uid)?.values() ?? [])];
    if (finalizers.includes("orphan")) {
      for (const one of own) {
        const dependent = one.collection.records.get(one.key);
        if (dependent !== undefined) this.#orphan(one.collection, dependent, record.uid);
      }
      this.#dropFinalizer(resource, collection, record, object, "orphan");
    } else if (finalizers.includes("foregroundDeletion")) {
      for (const one of own) {
        const dependent = one.collection.records.get(one.key);
        if (dependent !== undefined) this.#delete(one.collection, dependent);
      }
      const blocking = own.some((one) => {
        const current = one.collection.records.get(one.key);
        const owned = current && this.#resource(one.collection, current);
        if (current === undefined || owned === undefined) return false;
        const owners = objectOf(current, owned).metadata.ownerReferences ?? [];
        return owners.some((owner) => owner.uid === record.uid && owner.blockOwnerDeletion === true);
      });
      if (!blocking) this.#dropFinalizer(resource, collection, record, object, "foregroundDeletion");
    }
  }

  #delete(collection: Collection, record: StoredRecord): void {
    const resource = this.#resource(collection);
    const current = collection.records.get(record.key);
    if (resource === undefined || current === undefined || current.uid !== record.uid || current.deleting) return;
    deleteObject(this.#core, resource, collection, current, {
      graceSeconds: undefined,
      preconditions: {},
      propagation: "Background",
      dryRun: false,
    });
  }

  #orphan(collection: Collection, record: StoredRecord, owner: string): void {
    const resource = this.#resource(collection, record);
    if (resource === undefined) return;
    const object = objectOf(record, resource);
    const left = (object.metadata.ownerReferences ?? []).filter((one) => one.uid !== owner);
    if (left.length > 0) object.metadata.ownerReferences = left;
    else delete object.metadata.ownerReferences;
    this.#core.storage.put(collection, (revision) => recordOf(object, resource, revision));
  }

  #dropFinalizer(
    resource: ServedResource,
    collection: Collection,
    record: StoredRecord,
    object: ApiObject,
    finalizer: string,
  ): void {
    const left = (object.metadata.finalizers ?? []).filter((one) => one !== finalizer);
    if (left.length === 0 && (object.metadata.deletionGracePeriodSeconds ?? 0) === 0) {
      finishDeletion(this.#core, resource, collection, record);
      return;
    }
    if (left.length > 0) object.metadata.finalizers = left;
    else delete object.metadata.finalizers;
    this.#core.storage.put(collection, (revision) => recordOf(object, resource, revision));
  }

  #endNamespaces(): void {
    const { storage, table } = this.#core;
    const namespaces = storage.collection("namespaces");
    if (![...this.#deleting.values()].some((place) => place.collection === namespaces)) return;
    const resource = table.find("", "v1", "namespaces");
    if (resource === undefined) return;
    for (const record of [...namespaces.records.values()]) {
      if (!record.deleting) continue;
      const left = this.#emptyNamespace(record.name);
      const object = objectOf(record, resource);
      if (left.size === 0 && (object.metadata.finalizers ?? []).length === 0) {
        finishDeletion(this.#core, resource, namespaces, record);
        continue;
      }
      const status = terminatingStatus(object["status"], left, this.#core.clock.now());
      if (sameJson(status, object["status"])) continue;
      object["status"] = status;
      storage.put(namespaces, (revision) => recordOf(object, resource, revision));
    }
  }

  /**
   * Deletes what is in a namespace, Pods before everything else, so that nothing that they use goes while they run.
   * Gives what is left by resource.
   */
  #emptyNamespace(namespace: string): Map<string, Remains> {
    const { storage } = this.#core;
    const pods = storage.collection("pods");
    const left = new Map<string, Remains>();
    for (const collection of [pods, ...storage.collections.values()]) {
      if (collection.name === "namespaces" || (collection === pods && left.has("pods"))) continue;
      const resource = this.#resource(collection);
      if (resource === undefined || !resource.namespaced) continue;
      for (const one of [...collection.records.values()]) {
        if (one.namespace !== namespace) continue;
        if (collection === pods || !left.has("pods")) this.#deleteContent(collection, resource, one);
        const present = collection.records.get(one.key);
        if (present !== undefined)
          addRemains(left, collection.name, objectOf(present, storedResource(resource, present)));
      }
    }
    return left;
  }

  #deleteContent(collection: Collection, resource: ServedResource, record: StoredRecord): void {
    const isPod = collection.name === "pods";
    // Without a kubelet nothing ends a Pod: what a namespace takes with it goes at once.
    const graceSeconds = isPod && this.#hasKubelet ? undefined : 0;
    if (record.deleting && !(isPod && graceSeconds === 0)) return;
    const options = { graceSeconds, preconditions: {}, propagation: "Background" as const, dryRun: false };
    deleteObject(this.#core, resource, collection, record, options);
  }
}

interface Place {
  readonly collection: Collection;
  readonly key: string;
}
