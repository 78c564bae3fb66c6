import type { Scenario } from "../stage.ts";

const data = { a: "1" };

/** Creating, reading and replacing objects; names, versions, generation and metadata that cannot change. */
export const crud: readonly Scenario[] = [
  {
    title: "creates an object and gives it uid, resourceVersion and creationTimestamp",
    managedFields: true,
    async run(s) {
      await s.post(s.in("configmaps"), { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data });
      await s.get(s.in("configmaps", "a"));
    },
  },
  {
    title: "takes kind, apiVersion and namespace from the path when the body leaves them out",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a" }, data });
    },
  },
  {
    title: "refuses to create what is there already",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.post(s.in("configmaps"), { metadata: { name: "a" } });
    },
  },
  {
    title: "says NotFound for an object that is not there, whatever the verb",
    async run(s) {
      await s.get(s.in("configmaps", "none"));
      await s.put(s.in("configmaps", "none"), { metadata: { name: "none", resourceVersion: "5" } });
      await s.patch(s.in("configmaps", "none"), { data });
      await s.delete(s.in("configmaps", "none"));
    },
  },
  {
    title: "creates on PUT without a resourceVersion only kinds that allow it",
    async run(s) {
      await s.put(s.in("configmaps", "new"), { metadata: { name: "new" } });
      await s.put(s.in("coordination.k8s.io/v1/leases", "new"), { metadata: { name: "new" } });
      await s.put(s.in("secrets", "new"), { metadata: { name: "new" } });
    },
  },
  {
    title: "makes names from generateName",
    async run(s) {
      const { body } = await s.post(s.in("configmaps"), { metadata: { generateName: "gen-" } });
      s.note("form of the suffix", /^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/.test(body.metadata.name));
    },
  },
  {
    title: "prefers name to generateName",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "named", generateName: "gen-" } });
    },
  },
  {
    title: "cuts a long generateName so that the suffix fits",
    async run(s) {
      const { body } = await s.quietly(() =>
        s.post(s.in("configmaps"), { metadata: { generateName: `${"x".repeat(240)}-` } }),
      );
      s.note("length", body.metadata.name?.length ?? body.message);
    },
  },
  {
    title: "requires a name or a generateName",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: {} });
      await s.post(s.in("configmaps"), {});
    },
  },
  {
    title: "refuses names that are not valid for the kind",
    async run(s) {
      for (const name of ["UPPER", "under_score", "-dash", "dash-", "dot..dot", "x".repeat(254), "ä", "a b"]) {
        await s.post(s.in("configmaps"), { metadata: { name } });
      }
    },
  },
  {
    title: "holds names of services and namespaces to a label's form",
    async run(s) {
      await s.post(s.in("services"), { metadata: { name: "has.dot" }, spec: { ports: [{ port: 80 }] } });
      await s.post("/api/v1/namespaces", { metadata: { name: "has.dot" } });
      await s.post("/api/v1/namespaces", { metadata: { name: "x".repeat(64) } });
    },
  },
  {
    title: "lets roles have names with colons",
    async run(s) {
      await s.post(s.in("rbac.authorization.k8s.io/v1/roles"), { metadata: { name: "system:x:y" }, rules: [] });
      await s.get(s.in("rbac.authorization.k8s.io/v1/roles", "system:x:y"));
      await s.post(s.in("rbac.authorization.k8s.io/v1/roles"), { metadata: { name: "a/b" }, rules: [] });
    },
  },
  {
    title: "refuses a body of another kind, version, name or namespace than the path",
    async run(s) {
      await s.post(s.in("configmaps"), { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } });
      await s.post(s.in("configmaps"), { apiVersion: "v2", kind: "ConfigMap", metadata: { name: "a" } });
      await s.post(s.in("configmaps"), { metadata: { name: "a", namespace: "default" } });
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.put(s.in("configmaps", "a"), { metadata: { name: "b" } });
      await s.put(s.in("configmaps", "a"), { metadata: { name: "a", namespace: "default" } });
      await s.put(s.in("configmaps", "a"), { metadata: {} });
    },
  },
  {
    title: "refuses a resourceVersion on create",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a", resourceVersion: "5" } });
      await s.post(s.in("configmaps"), { metadata: { name: "a", resourceVersion: "x" } });
      await s.post(s.in("configmaps"), { metadata: { name: "a", resourceVersion: "0" } });
    },
  },
  {
    title: "ignores uid, creationTimestamp, deletionTimestamp, selfLink and generation of a new object",
    async run(s) {
      await s.post(s.in("configmaps"), {
        metadata: {
          name: "a",
          uid: "my-own",
          creationTimestamp: "2001-01-01T00:00:00Z",
          deletionTimestamp: "2001-01-01T00:00:00Z",
          deletionGracePeriodSeconds: 3,
          selfLink: "/x",
          generation: 7,
        },
      });
    },
  },
  {
    title: "replaces an object without looking at versions when the body has none",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a", labels: { x: "y" } }, data });
      await s.put(s.in("configmaps", "a"), { metadata: { name: "a" }, data: { b: "2" } });
    },
  },
  {
    title: "replaces an object of the same version and refuses an older one with Conflict",
    async run(s) {
      const made = await s.given(s.in("configmaps"), { metadata: { name: "a" }, data });
      await s.put(s.in("configmaps", "a"), { ...made, data: { a: "2" } });
      await s.put(s.in("configmaps", "a"), { ...made, data: { a: "3" } });
      await s.get(s.in("configmaps", "a"));
    },
  },
  {
    title: "keeps the version when nothing changes",
    async run(s) {
      const made = await s.given(s.in("configmaps"), { metadata: { name: "a" }, data });
      await s.get(s.in("configmaps", "a"));
      await s.put(s.in("configmaps", "a"), made);
      await s.put(s.in("configmaps", "a"), { metadata: { name: "a" }, data });
      await s.patch(s.in("configmaps", "a"), { data });
    },
  },
  {
    title: "refuses a resourceVersion that is no number",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.put(s.in("configmaps", "a"), { metadata: { name: "a", resourceVersion: "abc" } });
      await s.put(s.in("configmaps", "a"), { metadata: { name: "a", resourceVersion: "-1" } });
      await s.get(`${s.in("configmaps", "a")}?resourceVersion=abc`);
    },
  },
  {
    title: "refuses a replacement with another uid",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.put(s.in("configmaps", "a"), { metadata: { name: "a", uid: "11111111-2222-3333-4444-555555555555" } });
    },
  },
  {
    title: "keeps creationTimestamp and uid on update whatever the body says",
    async run(s) {
      const made = await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.put(s.in("configmaps", "a"), {
        metadata: {
          name: "a",
          uid: made.metadata.uid,
          creationTimestamp: "2001-01-01T00:00:00Z",
          labels: { changed: "yes" },
        },
      });
      await s.put(s.in("configmaps", "a"), { metadata: { name: "a" } });
    },
  },
  {
    title: "does not let an update begin or end a deletion",
    async run(s) {
      const made = await s.given(s.in("configmaps"), { metadata: { name: "a", finalizers: ["example.com/x"] } });
      await s.put(s.in("configmaps", "a"), {
        ...made,
        metadata: { ...made.metadata, deletionTimestamp: "2001-01-01T00:00:00Z" },
      });
      await s.quietly(() => s.delete(s.in("configmaps", "a")));
      await s.put(s.in("configmaps", "a"), {
        metadata: { name: "a", finalizers: ["example.com/x"], labels: { l: "v" } },
      });
      await s.patch(s.in("configmaps", "a"), { metadata: { deletionTimestamp: null } });
    },
  },
  {
    title: "checks labels, annotations and finalizers",
    async run(s) {
      const post = (metadata: object) => s.post(s.in("configmaps"), { metadata: { name: "a", ...metadata } });
      await post({ labels: { "bad key": "v" } });
      await post({ labels: { k: "bad value" } });
      await post({ labels: { k: "x".repeat(64) } });
      await post({ labels: { "a/b/c": "v" } });
      await post({ annotations: { "bad key": "v" } });
      await post({ finalizers: ["no-slash"] });
      await post({ finalizers: ["bad name/x"] });
    },
  },
  {
    title: "limits annotations to 256 KiB",
    async run(s) {
      const pick = () => "made";
      await s.post(s.in("configmaps"), { metadata: { name: "a", annotations: { a: "x".repeat(262_143) } } }, { pick });
      await s.post(s.in("configmaps"), { metadata: { name: "b", annotations: { a: "x".repeat(262_144) } } });
    },
  },
  {
    title: "checks owner references",
    async run(s) {
      const owner = { apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "11111111-2222-3333-4444-555555555555" };
      const post = (...ownerReferences: object[]) =>
        s.post(s.in("configmaps"), { metadata: { name: "a", ownerReferences } });
      await post({ ...owner, uid: "" });
      await post({ ...owner, name: "" });
      await post({ ...owner, kind: "" });
      await post({ ...owner, apiVersion: "" });
      await post(
        { ...owner, controller: true },
        { ...owner, name: "p", uid: "21111111-2222-3333-4444-555555555555", controller: true },
      );
      await post({ ...owner, apiVersion: "v1", kind: "Event" });
    },
  },
  {
    title: "limits a ConfigMap to 1 MiB",
    async run(s) {
      await s.post(
        s.in("configmaps"),
        { metadata: { name: "a" }, data: { a: "x".repeat(1024 * 1024) } },
        { pick: () => "made" },
      );
      await s.post(s.in("configmaps"), { metadata: { name: "b" }, data: { a: "x".repeat(1024 * 1024 + 1) } });
    },
  },
  {
    title: "checks the keys of ConfigMaps and Secrets",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a" }, data: { "bad key": "v" } });
      await s.post(s.in("configmaps"), { metadata: { name: "a" }, data: { a: "1" }, binaryData: { a: "MQ==" } });
      await s.post(s.in("secrets"), { metadata: { name: "a" }, data: { "bad/key": "MQ==" } });
      await s.post(s.in("secrets"), { metadata: { name: "a" }, data: { a: "no base64!" } });
    },
  },
  {
    title: "writes a secret's stringData as data and gives it a type",
    async run(s) {
      await s.post(s.in("secrets"), { metadata: { name: "a" }, stringData: { a: "hello" }, data: { b: "MQ==" } });
    },
  },
  {
    title: "keeps immutable config maps and secrets as they are",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" }, data, immutable: true });
      await s.patch(s.in("configmaps", "a"), { data: { a: "2" } });
      await s.patch(s.in("configmaps", "a"), { immutable: false });
      await s.patch(s.in("configmaps", "a"), { metadata: { labels: { still: "possible" } } });
      await s.given(s.in("secrets"), { metadata: { name: "a" }, type: "Opaque" });
      await s.patch(s.in("secrets", "a"), { type: "other" });
    },
  },
  {
    title: "counts generations of kinds with a spec, and only changes of it",
    async run(s) {
      const path = s.in("networking.k8s.io/v1/networkpolicies");
      await s.post(path, { metadata: { name: "a" }, spec: { podSelector: {} } });
      await s.patch(`${path}/a`, { metadata: { labels: { x: "y" } } });
      await s.patch(`${path}/a`, { spec: { policyTypes: ["Egress"] } });
      await s.patch(`${path}/a`, { metadata: { generation: 50 } });
    },
  },
  {
    title: "gives kinds without a spec no generation",
    async run(s) {
      await s.given(s.in("serviceaccounts"), { metadata: { name: "a" } });
      await s.patch(s.in("serviceaccounts", "a"), { metadata: { labels: { x: "y" } } });
    },
  },
  {
    title: "reads and writes status only through its own path",
    async run(s) {
      const path = s.in("networking.k8s.io/v1/ingresses");
      const status = { loadBalancer: { ingress: [{ ip: "10.1.2.3" }] } };
      const spec = { defaultBackend: { service: { name: "s", port: { number: 80 } } } };
      const { body } = await s.post(path, { metadata: { name: "a" }, spec, status });
      await s.put(`${path}/a`, { ...body, status });
      await s.patch(`${path}/a/status`, { status, spec: { defaultBackend: { service: { name: "other" } } } });
      await s.get(`${path}/a/status`);
      await s.patch(`${path}/a/status`, { metadata: { labels: { through: "status" } } });
    },
  },
  {
    title: "has no status path for kinds without status",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.get(s.in("configmaps", "a/status"));
      await s.patch(s.in("configmaps", "a/status"), {});
    },
  },
  {
    title: "does everything but store the object on a dry run",
    async run(s) {
      const dry = "?dryRun=All";
      await s.post(
        `${s.in("configmaps")}${dry}`,
        { metadata: { name: "a" }, data },
        { pick: ({ metadata, ...rest }) => ({ ...rest, name: metadata.name, version: metadata.resourceVersion }) },
      );
      await s.get(s.in("configmaps", "a"));
      await s.given(s.in("configmaps"), { metadata: { name: "a" }, data });
      await s.put(`${s.in("configmaps", "a")}${dry}`, { metadata: { name: "a" }, data: { changed: "yes" } });
      await s.patch(`${s.in("configmaps", "a")}${dry}`, { data: { patched: "yes" } });
      await s.delete(`${s.in("configmaps", "a")}${dry}`);
      await s.get(s.in("configmaps", "a"));
    },
  },
  {
    title: "checks on a dry run what it checks without",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.post(`${s.in("configmaps")}?dryRun=All`, { metadata: { name: "a" } });
      await s.post(`${s.in("configmaps")}?dryRun=All`, { metadata: { name: "BAD" } });
      await s.put(`${s.in("configmaps", "a")}?dryRun=All`, { metadata: { name: "a", resourceVersion: "1" } });
    },
  },
  {
    title: "knows no other dry run than All",
    async run(s) {
      await s.post(`${s.in("configmaps")}?dryRun=Some`, { metadata: { name: "a" } });
      await s.post(`${s.in("configmaps")}?dryRun=`, { metadata: { name: "a" } });
      await s.delete(`${s.in("configmaps", "a")}?dryRun=true`);
    },
  },
  {
    title: "checks the name of a field manager",
    async run(s) {
      await s.post(`${s.in("configmaps")}?fieldManager=${"x".repeat(129)}`, { metadata: { name: "a" } });
      await s.post(`${s.in("configmaps")}?fieldManager=a%00b`, { metadata: { name: "a" } });
    },
  },
  {
    title: "reads an object with a resourceVersion of 0 or of the object",
    async run(s) {
      const { metadata } = await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      // Before it has answered for this version, the cache may still show the object of the scenario before.
      await s.quietly(() => s.get(`${s.in("configmaps", "a")}?resourceVersion=${metadata.resourceVersion}`));
      await s.get(`${s.in("configmaps", "a")}?resourceVersion=0`);
      await s.get(`${s.in("configmaps", "a")}?resourceVersion=${metadata.resourceVersion}`);
    },
  },
  {
    title: "gives another uid to an object that is made again",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a" } });
      await s.quietly(() => s.delete(s.in("configmaps", "a")));
      await s.post(s.in("configmaps"), { metadata: { name: "a" } });
    },
  },
  {
    title: "answers a method that a path does not have with MethodNotAllowed",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.post(s.in("configmaps", "a"), { metadata: { name: "a" } });
      await s.put(s.in("configmaps"), { metadata: { name: "a" } });
      await s.patch(s.in("configmaps"), {});
      await s.send("OPTIONS", s.in("configmaps", "a"));
    },
  },
];
