/**
 * `npm run api:facts -- --default KUBECONFIG --all KUBECONFIG --gates KUBECONFIG` makes `codegen/facts` again from the
 * Go modules pinned in `codegen/go/go.mod` and three running API servers: one with its defaults, one with
 * `--runtime-config=api/all=true`, one that has `--feature-gates=AllAlpha=true,AllBeta=true` as well. It prints where
 * the sources disagree and writes that to `DISAGREEMENTS.md`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { defined } from "client-ts/internal";
import { checkOpenApi } from "./check-openapi.ts";
import { disagreementsText } from "./disagreements.ts";
import type { Facts, KindFact } from "./facts.ts";
import { factsDirectory, writeFacts } from "./facts-files.ts";
import { readGoSource } from "./go-source.ts";
import { kindFacts } from "./kind-facts.ts";
import { sourcePackages } from "./packages.ts";
import { endProbe, probeKind, startProbe } from "./probe.ts";
import { discover, openServer, readOpenApi } from "./server.ts";
import { type Disagreement, typeFacts } from "./type-facts.ts";

const { values } = parseArgs({
  options: { default: { type: "string" }, all: { type: "string" }, gates: { type: "string" } },
});
if (!values.default || !values.all || !values.gates) {
  console.error("api:facts needs --default, --all and --gates, each a kubeconfig of a running API server");
  process.exit(2);
}

const found: Disagreement[] = [];
const note = (disagreement: Disagreement): void => void found.push(disagreement);
const source = readGoSource();
const fromGo = typeFacts(source, note);

const servers = { byDefault: openServer(values.default), all: openServer(values.all), gates: openServer(values.gates) };
const { gitVersion } = await servers.all.get<{ gitVersion: string }>("/version");
const schemas = new Map([...(await readOpenApi(servers.all)), ...(await readOpenApi(servers.gates))]);
const { packages, published } = checkOpenApi(fromGo, schemas, note);
const discoveries = {
  byDefault: await discover(servers.byDefault),
  all: await discover(servers.all),
  gates: await discover(servers.gates),
};
const discovered = kindFacts(source, packages, discoveries, note);
const kinds: KindFact[] = [];
for (const server of [servers.all, servers.gates]) await startProbe(server);
for (const kind of discovered) {
  if (kind.served === "no") {
    kinds.push(kind);
    continue;
  }
  const { failed, ...probed } = await probeKind(
    kind.served === "feature-gate" ? servers.gates : servers.all,
    { packages },
    kind,
  );
  for (const [what, why] of Object.entries(failed))
    note({ about: `probe: ${what} not found`, where: `${kind.package}.${kind.kind}`, says: why });
  kinds.push({
    ...kind,
    ...probed,
    ...defined({ unknown: Object.keys(failed).length > 0 ? Object.keys(failed) : undefined }),
  });
}
for (const server of [servers.all, servers.gates]) await endProbe(server);

const facts: Facts = {
  sources: {
    modules: source.versions,
    server: gitVersion,
    clientset: sourcePackages.filter(({ role }) => role === "clientset").map(({ name }) => name),
    typesOnly: sourcePackages.filter(({ role }) => role === "types-only").map(({ name }) => name),
  },
  packages,
  kinds,
};
writeFacts(facts);
const text = disagreementsText(found, kinds);
writeFileSync(`${factsDirectory}/DISAGREEMENTS.md`, text);
console.log(text);
console.log(
  `${packages.length} packages, ${kinds.length} kinds, ${published} types held against OpenAPI, ${found.length} disagreements`,
);
