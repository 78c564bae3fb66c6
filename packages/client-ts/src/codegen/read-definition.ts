import type { CustomResourceDefinition } from "../api/apiextensions/v1.ts";
import { escapeForPrint } from "../errors/index.ts";
import { isDns1035Label, isDnsSubdomain } from "../meta/index.ts";
import { isRecord } from "../util/index.ts";
import { checkStructural, type ReportProblem } from "./check-schema.ts";
import type { KindModel } from "./kind-model.ts";

/** Bytes of one definition as JSON. etcd refuses requests above 1.5 MiB, and clients and caches need several copies. */
const maxDefinitionBytes = 1024 * 1024;

/** Lines that are reported for one definition; the rest is counted. */
const maxProblems = 20;

/** A definition and where it comes from. */
export interface DefinitionSource {
  /** The file, for messages. */
  readonly from?: string | undefined;
  readonly definition: unknown;
}

/**
 * The kinds that a CustomResourceDefinition defines, one for each served version, or what is wrong with it: each
 * problem as one line that names the file, the definition and the path.
 */
export function readDefinition({ from, definition }: DefinitionSource): { kinds: KindModel[]; problems: string[] } {
  const found: string[] = [];
  let more = 0;
  const metadata = isRecord(definition) && isRecord(definition["metadata"]) ? definition["metadata"] : {};
  const name = typeof metadata["name"] === "string" ? metadata["name"] : "without a name";
  const file = from === undefined ? "" : `${from}: `;
  const report: ReportProblem = (path, problem) => {
    const line = `${file}CustomResourceDefinition ${name}: ${shortened(path)} ${problem}`;
    if (found.length < maxProblems) found.push(escapeForPrint(line, { singleLine: true, maxLength: 1000 }));
    else more++;
  };
  const kinds = isRecord(definition) ? kindsOf(definition, report) : [];
  if (!isRecord(definition)) report("the document", "is not an object");
  if (more > 0)
    found.push(`CustomResourceDefinition ${escapeForPrint(name, { singleLine: true })}: ${more} more problems`);
  return { kinds: found.length === 0 ? kinds : [], problems: found };
}

/** A path with its middle left out when it is long: its beginning says which version, its end which field. */
function shortened(path: string): string {
  return path.length <= 400 ? path : `${path.slice(0, 200)}…${path.slice(-200)}`;
}

function kindsOf(definition: Readonly<Record<string, unknown>>, report: ReportProblem): KindModel[] {
  if (definition["apiVersion"] !== "apiextensions.k8s.io/v1" || definition["kind"] !== "CustomResourceDefinition") {
    report("apiVersion", `must be apiextensions.k8s.io/v1, not ${JSON.stringify(definition["apiVersion"])}`);
    return [];
  }
  const { spec } = definition;
  if (!isRecord(spec)) {
    report("spec", "is missing");
    return [];
  }
  const { group, names, scope, versions } = spec;
  if (typeof group !== "string" || !isDnsSubdomain(group) || !group.includes("."))
    report("spec.group", `must be a domain such as "shop.example.com", not ${JSON.stringify(group)}`);
  if (scope !== "Namespaced" && scope !== "Cluster")
    report("spec.scope", `must be "Namespaced" or "Cluster", not ${JSON.stringify(scope)}`);
  if (!isRecord(names)) report("spec.names", "is missing");
  else checkNames(names, report);
  if (!Array.isArray(versions) || versions.length === 0) {
    report("spec.versions", "must have at least one version");
    return [];
  }
  const size = sizeOf(definition, report);
  if (size > maxDefinitionBytes) {
    report(
      "the definition",
      `has ${size} bytes as JSON, more than the limit of ${maxDefinitionBytes}: leave out descriptions`,
    );
    return [];
  }
  return versions.flatMap((version, index) => {
    const path = `spec.versions[${index}]`;
    const kind = kindOf(version, path, report);
    return kind === undefined ? [] : [{ ...(spec as unknown as CommonFacts), ...kind }].map(withNames);
  });
}

/** Bytes of a definition as JSON; 0 and a problem when it has none. */
function sizeOf(definition: object, report: ReportProblem): number {
  try {
    return Buffer.byteLength(JSON.stringify(definition));
  } catch {
    report("the definition", "is cyclic: it contains itself");
    return 0;
  }
}

type CommonFacts = Pick<CustomResourceDefinition["spec"], "group" | "names"> & { scope: "Namespaced" | "Cluster" };
type VersionFacts = Pick<KindModel, "version" | "status" | "scale" | "deprecated" | "schema">;

function withNames({
  group,
  names,
  scope,
  version,
  status,
  scale,
  deprecated,
  schema,
}: CommonFacts & VersionFacts): KindModel {
  const { kind, plural, singular, shortNames, categories, listKind } = names;
  return {
    group,
    version,
    kind,
    plural,
    scope,
    singular: singular ?? kind.toLowerCase(),
    shortNames,
    categories,
    listKind: listKind === `${kind}List` ? undefined : listKind,
    status,
    scale,
    deprecated,
    schema,
  };
}

function checkNames(names: Readonly<Record<string, unknown>>, report: ReportProblem): void {
  const isKind = (value: unknown): boolean => typeof value === "string" && isDns1035Label(value.toLowerCase());
  const isLabel = (value: unknown): boolean => typeof value === "string" && isDns1035Label(value);
  const isLabels = (value: unknown): boolean => Array.isArray(value) && value.every(isLabel);
  const check = (name: string, fits: (value: unknown) => boolean, expected: string, needed = false): void => {
    const value = names[name];
    if ((value !== undefined || needed) && !fits(value))
      report(`spec.names.${name}`, `must be ${expected}, not ${JSON.stringify(value)}`);
  };
  check("kind", isKind, 'a name such as "Website"', true);
  check("plural", isLabel, 'a name such as "websites"', true);
  check("singular", isLabel, 'a name such as "website"');
  check("listKind", isKind, 'a name such as "WebsiteList"');
  check("shortNames", isLabels, "a list of names");
  check("categories", isLabels, "a list of names");
}

function kindOf(version: unknown, path: string, report: ReportProblem): VersionFacts | undefined {
  if (!isRecord(version)) {
    report(path, "is not an object");
    return undefined;
  }
  const { name, served, schema, subresources, deprecated, deprecationWarning } = version;
  if (typeof name !== "string" || !isDns1035Label(name)) {
    report(`${path}.name`, `must be a name such as "v1", not ${JSON.stringify(name)}`);
    return undefined;
  }
  const root = isRecord(schema) ? schema["openAPIV3Schema"] : undefined;
  if (root === undefined) {
    report(`${path}.schema.openAPIV3Schema`, "is missing: a version needs a schema");
    return undefined;
  }
  if (!checkStructural(root, `${path}.schema.openAPIV3Schema`, report) || served !== true) return undefined;
  const has = (subresource: string): boolean => isRecord(subresources) && isRecord(subresources[subresource]);
  const warning = typeof deprecationWarning === "string" ? deprecationWarning : "This version is deprecated.";
  return {
    version: name,
    status: has("status"),
    scale: has("scale"),
    deprecated: deprecated === true ? warning : undefined,
    schema: root,
  };
}
