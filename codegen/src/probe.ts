import { defined } from "client-ts/internal";
import type { Facts, GenerationFact, KindFact } from "./facts.ts";
import { type Change, probeNamespace as namespace, probeObjects } from "./probe-objects.ts";
import type { Server } from "./server.ts";
import { TypeIndex } from "./type-index.ts";

/** Field selectors that no field of the object has as its path, though some kind has or had them. */
const extraCandidates = ["name", "source", "status.successful", "spec.podGroupName", "status.podIPs"];

/** What probing adds to the facts of one kind. */
export interface Probed {
  readonly selectableFields?: readonly string[];
  readonly generation?: GenerationFact;
  /** Facts that the probe could not find, with the server's answer. */
  readonly failed: Readonly<Record<string, string>>;
}

/** Makes the namespace that the probe works in; {@link endProbe} removes it. */
export async function startProbe(server: Server): Promise<void> {
  await server.ask("POST", "/api/v1/namespaces", { body: { metadata: { name: namespace } } });
  await server.ask("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, {
    body: { metadata: { name: "default" } },
  });
}

/** Removes the probe's namespace. */
export async function endProbe(server: Server): Promise<void> {
  await server.ask("DELETE", `/api/v1/namespaces/${namespace}`);
}

/**
 * Asks a running server what discovery does not say: which fields can be selected by, and which writes raise the
 * generation.
 */
export async function probeKind(server: Server, facts: Pick<Facts, "packages">, kind: KindFact): Promise<Probed> {
  const failed: Record<string, string> = {};
  const found: { selectableFields?: string[]; generation?: GenerationFact } = {};
  if (kind.verbs.includes("list")) {
    const fields = await selectableFields(server, facts, kind);
    if (typeof fields === "string") failed["selectableFields"] = fields;
    else found.selectableFields = fields;
  }
  if (kind.verbs.includes("create") && kind.verbs.includes("get")) {
    const generation = await probeGeneration(server, kind);
    if (typeof generation === "string") failed["generation"] = generation;
    else found.generation = generation;
  }
  return { ...found, failed };
}

function collection(kind: KindFact, inNamespace: boolean): string {
  const base = kind.group === "" ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  return inNamespace && kind.scope === "Namespaced"
    ? `${base}/namespaces/${namespace}/${kind.plural}`
    : `${base}/${kind.plural}`;
}

/** Every path of the kind down to four names that does not lead through a list or a map. */
function candidates(facts: Pick<Facts, "packages">, kind: KindFact): string[] {
  const index = new TypeIndex(facts as Facts);
  const paths: string[] = [];
  const visit = (reference: string, prefix: string, depth: number): void => {
    for (const [name, field] of index.fields(index.type(reference))) {
      const shape = index.shape(field.type);
      paths.push(`${prefix}${name}`);
      if (shape.is === "struct" && depth < 4) visit(shape.name, `${prefix}${name}.`, depth + 1);
    }
  };
  visit(`${kind.package}.${kind.kind}`, "", 1);
  const known = new Set(["metadata.name", "metadata.namespace"]);
  return [...new Set([...paths, ...extraCandidates])].filter((path) => !known.has(path)).sort();
}

async function selectableFields(
  server: Server,
  facts: Pick<Facts, "packages">,
  kind: KindFact,
): Promise<string[] | string> {
  const url = collection(kind, false);
  const plain = await server.ask("GET", `${url}?limit=1`);
  if (plain.status !== 200) return `list answered ${plain.status}`;
  // A server that takes any name at all tells nothing.
  const nonsense = await server.ask("GET", `${url}?limit=1&fieldSelector=no.such.field%3Dx`);
  if (nonsense.status === 200) return "the server takes any field name";
  const found: string[] = [];
  for (const path of candidates(facts, kind)) {
    const answer = await server.ask(
      "GET",
      `${url}?limit=1&fieldSelector=metadata.name%3Dx,${encodeURIComponent(path)}%3Dx`,
    );
    if (answer.status === 200) found.push(path);
  }
  return found;
}

interface Stored {
  metadata: { name: string; generation?: number; annotations?: Record<string, string> };
}

async function probeGeneration(server: Server, kind: KindFact): Promise<GenerationFact | string> {
  const probe = probeObjects[`${kind.package}.${kind.kind}`] ?? probeObjects[kind.kind];
  if (!probe) return "no object to probe with";
  const url = collection(kind, true);
  const created = await server.ask("POST", url, {
    body: { metadata: { name: probe.name ?? `probe-${kind.version}-${process.pid}` }, ...probe.body },
  });
  if (created.status !== 201) return `create answered ${created.status}: ${message(created.body)}`;
  const object = created.body as Stored;
  try {
    const first = object.metadata.generation ?? 0;
    const put = async (edit: (copy: Stored) => void): Promise<boolean | string> => {
      for (let attempt = 1; ; attempt++) {
        const copy = structuredClone((await server.ask("GET", `${url}/${object.metadata.name}`)).body as Stored);
        const before = copy.metadata.generation ?? 0;
        edit(copy);
        const answer = await server.ask("PUT", `${url}/${object.metadata.name}?dryRun=All`, { body: copy });
        // Controllers write the same objects.
        if (answer.status === 409 && attempt < 20) continue;
        if (answer.status !== 200) return `update answered ${answer.status}: ${message(answer.body)}`;
        return ((answer.body as Stored).metadata.generation ?? 0) > before;
      }
    };
    const metadata = await put((copy) => {
      copy.metadata.annotations = { ...copy.metadata.annotations, probe: "x" };
    });
    if (typeof metadata === "string") return metadata;
    const { change } = probe;
    const spec = change ? await put((copy) => applyChange(copy, change)) : undefined;
    if (typeof spec === "string") return spec;
    return { create: first, metadata, ...defined({ spec }) };
  } finally {
    await server.ask("DELETE", `${url}/${object.metadata.name}?gracePeriodSeconds=0`);
  }
}

function applyChange(object: object, [path, value]: Change): void {
  const steps = path.split(".");
  const last = steps.pop() as string;
  let at = object as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  at[last] = value;
}

function message(body: unknown): string {
  return String((body as { message?: string } | undefined)?.message ?? body).slice(0, 200);
}
