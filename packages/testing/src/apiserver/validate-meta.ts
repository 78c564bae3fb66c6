import { type FieldError, forbiddenField, invalidValue, required, tooLong } from "./api-error.ts";
import type { ObjectMeta } from "client-ts/meta";
import type { ServedResource } from "./resources.ts";

/** What the rules of names say, in the real server's words; empty when the text is fine. */
function labelProblems(text: string): string[] {
  const problems: string[] = [];
  if (text.includes(".")) return ["must not contain dots"];
  if (text.length > 63) problems.push("must be no more than 63 characters");
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)) {
    problems.push(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    );
  }
  return problems;
}

/** As {@link labelProblems}, for names that may have dots. */
function subdomainProblems(text: string): string[] {
  const problems: string[] = [];
  if (text.length > 253) problems.push("must be no more than 253 characters");
  const fine = text.length > 0 && text.split(".").every((part) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(part));
  if (!fine) {
    problems.push(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    );
  }
  return problems;
}

/** What is wrong with text as one segment of a path. */
export function pathSegmentProblems(text: string): string[] {
  if (text === ".") return ["may not be '.'"];
  if (text === "..") return ["may not be '..'"];
  return ["/", "%"].filter((one) => text.includes(one)).map((one) => `may not contain '${one}'`);
}

const namePart = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const namePartRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** What is wrong with a key of labels, annotations or finalizers. */
export function qualifiedNameProblems(text: string, what = "a qualified name"): string[] {
  const problems: string[] = [];
  const parts = text.split("/");
  let name = parts[0]!;
  if (parts.length === 2) {
    const prefix = parts[0]!;
    name = parts[1]!;
    if (prefix.length === 0) problems.push("prefix part must be non-empty");
    else problems.push(...subdomainProblems(prefix).map((problem) => `prefix part ${problem}`));
  } else if (parts.length > 2) {
    return [`${what} ${namePartRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  if (name.length === 0) problems.push("name part must be non-empty");
  else if (name.length > 63) problems.push("name part must be no more than 63 bytes");
  if (!namePart.test(name)) problems.push(`name part ${namePartRule}`);
  return problems;
}

/** What is wrong with the value of a label. */
export function labelValueProblems(text: string): string[] {
  const problems: string[] = [];
  if (text.length > 63) problems.push("must be no more than 63 bytes");
  if (text !== "" && !namePart.test(text)) {
    problems.push(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    );
  }
  return problems;
}

/** Kinds whose names follow another rule than a DNS subdomain. */
const nameRules: Readonly<Record<string, (text: string) => string[]>> = {
  namespaces: labelProblems,
  services: labelProblems,
  events: pathSegmentProblems,
  // `signer:name` where the signer's slash is a colon.
  "clustertrustbundles.certificates.k8s.io": (text) => subdomainProblems(text.slice(text.lastIndexOf(":") + 1)),
  "roles.rbac.authorization.k8s.io": pathSegmentProblems,
  "rolebindings.rbac.authorization.k8s.io": pathSegmentProblems,
  "clusterroles.rbac.authorization.k8s.io": pathSegmentProblems,
  "apiservices.apiregistration.k8s.io": pathSegmentProblems,
  "clusterrolebindings.rbac.authorization.k8s.io": pathSegmentProblems,
};

/** What is wrong with an object's metadata, whatever its kind. */
export function metaErrors(meta: ObjectMeta, resource: ServedResource): FieldError[] {
  const errors: FieldError[] = [];
  const rule = (resource.stored === undefined ? nameRules[resource.collection] : undefined) ?? subdomainProblems;
  if (meta.generateName) {
    // What follows is generated, so a trailing dash is as good as a letter.
    const sample = meta.generateName.endsWith("-") ? `${meta.generateName.slice(0, -1)}a` : meta.generateName;
    errors.push(...rule(sample).map((problem) => invalidValue("metadata.generateName", meta.generateName, problem)));
  }
  if (!meta.name) errors.push(required("metadata.name", "name or generateName is required"));
  else errors.push(...rule(meta.name).map((problem) => invalidValue("metadata.name", meta.name, problem)));
  if (resource.namespaced) {
    if (!meta.namespace) errors.push(required("metadata.namespace"));
    else
      errors.push(
        ...labelProblems(meta.namespace).map((problem) => invalidValue("metadata.namespace", meta.namespace, problem)),
      );
  } else if (meta.namespace) {
    errors.push(forbiddenField("metadata.namespace", "not allowed on this type"));
  }
  for (const [key, value] of Object.entries(meta.labels ?? {})) {
    errors.push(
      ...qualifiedNameProblems(key, "a valid label key").map((problem) =>
        invalidValue("metadata.labels", key, problem),
      ),
    );
    errors.push(...labelValueProblems(value).map((problem) => invalidValue("metadata.labels", value, problem)));
  }
  let annotationBytes = 0;
  for (const [key, value] of Object.entries(meta.annotations ?? {})) {
    annotationBytes += Buffer.byteLength(key) + Buffer.byteLength(value);
    errors.push(
      ...qualifiedNameProblems(key.toLowerCase()).map((problem) => invalidValue("metadata.annotations", key, problem)),
    );
  }
  if (annotationBytes > 262_144) errors.push(tooLong("metadata.annotations", "may not be more than", 262_144, "bytes"));
  errors.push(...ownerErrors(meta));
  const finalizers = meta.finalizers ?? [];
  for (const [index, finalizer] of finalizers.entries()) {
    if (resource.custom === undefined && !finalizer.includes("/") && !standardFinalizers.includes(finalizer)) {
      const why = "name is neither a standard finalizer name nor is it fully qualified";
      errors.push(invalidValue(`metadata.finalizers[${index}]`, finalizer, why));
    }
    errors.push(
      ...qualifiedNameProblems(finalizer).map((problem) => invalidValue("metadata.finalizers", finalizer, problem)),
    );
  }
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion")) {
    errors.push(
      invalidValue("metadata.finalizers", finalizers, "finalizer orphan and foregroundDeletion cannot be both set"),
    );
  }
  return errors;
}

const standardFinalizers = ["orphan", "foregroundDeletion", "kubernetes"];

/** How many owners that say they control an object are reported at most. */
const maxControllers = 10;

function ownerErrors(meta: ObjectMeta): FieldError[] {
  const errors: FieldError[] = [];
  let controller = "";
  let controllers = 0;
  for (const [index, owner] of (meta.ownerReferences ?? []).entries()) {
    const path = `metadata.ownerReferences[${index}]`;
    if (!owner.apiVersion) errors.push(required(`${path}.apiVersion`, "must not be empty"));
    else if (owner.apiVersion.split("/").length > 2) {
      errors.push(invalidValue(`${path}.apiVersion`, owner.apiVersion, "must be <group>/<version> or <version>"));
    }
    if (!owner.kind) errors.push(required(`${path}.kind`, "must not be empty"));
    if (!owner.name) errors.push(required(`${path}.name`, "must not be empty"));
    if (!owner.uid) errors.push(required(`${path}.uid`, "must not be empty"));
    if (owner.apiVersion === "v1" && owner.kind === "Event") {
      errors.push(invalidValue(path, owner, "/v1, Kind=Event is disallowed from being an owner"));
    }
    if (owner.controller !== true) continue;
    const name = `${owner.kind}/${owner.name}`;
    // Each of these messages repeats the whole list.
    if (++controllers > maxControllers) continue;
    if (controller !== "") {
      const why = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      errors.push(invalidValue("metadata.ownerReferences", meta.ownerReferences, why));
    } else {
      controller = name;
    }
  }
  return errors;
}

/** What is wrong with a change of metadata. */
export function metaUpdateErrors(meta: ObjectMeta, old: ObjectMeta): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const known = new Set(old.finalizers);
    const extra = (meta.finalizers ?? []).filter((finalizer) => !known.has(finalizer)).sort();
    if (extra.length > 0) {
      const list = `[]string{${extra.map((one) => JSON.stringify(one)).join(", ")}}`;
      errors.push(
        forbiddenField(
          "metadata.finalizers",
          `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`,
        ),
      );
    }
  }
  const immutable = (
    name: "name" | "namespace" | "uid" | "creationTimestamp" | "deletionTimestamp" | "deletionGracePeriodSeconds",
  ): void => {
    if ((meta[name] ?? undefined) !== (old[name] ?? undefined)) {
      errors.push(
        invalidValue(
          `metadata.${name}`,
          meta[name] ?? (name.startsWith("del") || name === "creationTimestamp" ? undefined : ""),
          "field is immutable",
        ),
      );
    }
  };
  immutable("name");
  immutable("namespace");
  immutable("uid");
  immutable("creationTimestamp");
  immutable("deletionTimestamp");
  immutable("deletionGracePeriodSeconds");
  return errors;
}

/** Warnings about metadata that is allowed but likely a mistake. */
export function metaWarnings(meta: ObjectMeta): string[] {
  const warnings: string[] = [];
  for (const finalizer of meta.finalizers ?? []) {
    if (!finalizer.includes("/") && !standardFinalizers.includes(finalizer)) {
      warnings.push(
        `metadata.finalizers: "${finalizer}": prefer a domain-qualified finalizer name ${finalizer.includes(".") ? "including a path (/) " : ""}to avoid accidental conflicts with other finalizer writers`,
      );
    }
  }
  return warnings;
}
