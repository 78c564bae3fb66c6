import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { ConfigError } from "client-ts/errors";
import { type KubeObject, patchTypes } from "client-ts/meta";
import { type Clock, systemClock } from "client-ts/util";
import { sleep } from "client-ts/internal";
import { parseAllDocuments } from "yaml";
import { type ApiAccess, apiCall } from "./api-call.ts";

/** A CustomResourceDefinition as the launcher needs to know it. */
interface Definition extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/**
 * A CustomResourceDefinition, what has one as `crd` (a kind of `defineCustomResource`), or a file or directory (not
 * recursive) of YAML or JSON that holds some.
 */
export type CRDOrPath = string | KubeObject | { readonly crd: KubeObject };

/** Reads definitions; documents of other kinds are passed over, and of two with one name the last wins. */
export function readCRDs(sources: readonly CRDOrPath[]): KubeObject[] {
  const found = new Map<string, KubeObject>();
  const keep = (object: KubeObject | null): void => {
    if (object?.kind === "CustomResourceDefinition" && object.metadata?.name !== undefined)
      found.set(object.metadata.name, object);
  };
  for (const source of sources) {
    if (typeof source !== "string") keep("crd" in source ? source.crd : source);
    else
      for (const file of filesOf(source))
        for (const document of parseAllDocuments(readFileSync(file, "utf8")))
          keep(document.toJS() as KubeObject | null);
  }
  return [...found.values()];
}

function filesOf(path: string): string[] {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(path).isDirectory();
  } catch (error) {
    throw new ConfigError(`no CustomResourceDefinitions at ${path}`, { cause: error });
  }
  if (!isDirectory) return [path];
  return readdirSync(path)
    .filter((name) => [".yaml", ".yml", ".json"].includes(extname(name)))
    .sort()
    .map((name) => join(path, name));
}

/** Installs definitions (updates those that exist) and waits until every served version answers. */
export async function installCRDs(
  access: ApiAccess,
  crds: readonly KubeObject[],
  clock: Clock = systemClock,
): Promise<void> {
  const base = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const crd of crds as readonly Definition[]) {
    const name = crd.metadata?.name as string;
    let answer = await apiCall(access, "POST", base, crd);
    if (answer.status === 409)
      answer = await apiCall(access, "PATCH", `${base}/${name}`, { spec: crd.spec }, patchTypes.merge);
    if (answer.status >= 300)
      throw new ConfigError(`the CustomResourceDefinition ${name} was refused: ${messageOf(answer.body)}`);
  }
  const deadline = clock.monotonic() + 20_000;
  for (const { spec } of crds as readonly Definition[]) {
    for (const { name: version, served } of spec.versions) {
      while (
        served &&
        (await apiCall(access, "GET", `/apis/${spec.group}/${version}/${spec.names.plural}?limit=1`)).status !== 200
      ) {
        if (clock.monotonic() > deadline)
          throw new ConfigError(`${spec.names.plural}.${spec.group}/${version} was not served within 20 s`);
        await sleep(50, { clock });
      }
    }
  }
}

function messageOf(body: string): string {
  try {
    return (JSON.parse(body) as { message?: string }).message ?? body;
  } catch {
    return body.slice(0, 500);
  }
}
