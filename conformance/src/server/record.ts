/**
 * Records what the real control plane answers, or shows where the in-memory server differs from the recording:
 *
 *   node --conditions=client-ts-source --import tsx conformance/src/server/record.ts --record KUBECONFIG [AREA...]
 *   node --conditions=client-ts-source --import tsx conformance/src/server/record.ts --compare [AREA...]
 *   node --conditions=client-ts-source --import tsx conformance/src/server/record.ts --compare-fake [AREA...]
 *
 * or plays sequences of random writes on both and says which seeds end in different states:
 *
 *   node --conditions=client-ts-source --import tsx conformance/src/server/record.ts \
 *     --random KUBECONFIG FIRST_SEED COUNT
 *
 * Format the recording with `npx biome check --write conformance/src/server/golden`.
 */
import { isDeepStrictEqual } from "node:util";
import { testNamespaceName } from "client-ts-testing";
import { ApiConnection } from "./api-connection.ts";
import { areas } from "./areas.ts";
import { clusterSessions } from "./kubectl-cluster.ts";
import { findKubectl, objectSessions, playKubectl } from "./kubectl-session.ts";
import { workloadSessions } from "./kubectl-workloads.ts";
import { pinnedMinor, readGolden, writeGolden } from "./golden.ts";
import { randomSequence } from "./scenarios/random.ts";
import { differenceOf, fakeSubject, inMemorySubject, realSubject, type Subject } from "./servers.ts";
import type { Observation, Scenario } from "./stage.ts";

const [mode, ...rest] = process.argv.slice(2);
// A fake has no socket that would keep the process alive while a watch waits for its end.
const alive = setInterval(() => {}, 1000);
if (mode === "--record" && rest.length > 0) await record(rest[0]!, rest.slice(1));
else if (mode === "--compare") await compare(rest);
else if (mode === "--compare-fake") await compare(rest, true);
else if (mode === "--random" && rest.length === 3) await randomly(rest[0]!, Number(rest[1]), Number(rest[2]));
else
  console.log(
    "usage: record.ts --record KUBECONFIG [AREA...] | --compare [AREA...] | --compare-fake [AREA...] | " +
      "--random KUBECONFIG FIRST_SEED COUNT",
  );
clearInterval(alive);

function chosen(names: readonly string[]): [string, (typeof areas)[string]][] {
  return Object.entries(areas).filter(([area]) => names.length === 0 || names.includes(area));
}

async function record(kubeconfig: string, names: readonly string[]): Promise<void> {
  const connection = await ApiConnection.open({ path: kubeconfig });
  const { minor } = (await connection.request("GET", "/version")).body as { minor: string };
  connection.close();
  const [first, second] = [await realSubject(kubeconfig), await realSubject(kubeconfig)];
  for (const [area, scenarios] of chosen(names)) {
    const observations: Record<string, Observation> = {};
    const before = readGolden(area, minor).observations;
    for (const scenario of scenarios) {
      const known = before[scenario.title];
      if (scenario.needsForgotten && !first.forgets) {
        const what = known === undefined ? "left out" : "kept";
        console.log(`${area}: ${what}, because this control plane is too young to have forgotten: ${scenario.title}`);
        if (known !== undefined) observations[scenario.title] = known;
        continue;
      }
      const [observation, again] = await observeTwice([first, second], area, scenario, minor);
      if (observation === undefined) continue;
      if (!isDeepStrictEqual(observation, again)) {
        console.log(`${area}: not the same twice: ${scenario.title}`);
        showDifferences(observation, again ?? []);
      }
      observations[scenario.title] = observation;
    }
    writeGolden(area, { minor, observations });
    console.log(`${area}: ${Object.keys(observations).length} of ${scenarios.length} recorded`);
  }
  await first.close();
  await second.close();
  const kubectl = findKubectl();
  if (kubectl !== undefined && (names.length === 0 || names.includes("kubectl")))
    await recordKubectl(kubectl, kubeconfig, minor);
}

/**
 * What the real server answers, twice: what it does not answer twice alike cannot be asked of another. An older server
 * may lack what a scenario is about; that scenario is left out of its recording, and said.
 */
async function observeTwice(
  [first, second]: readonly [Subject, Subject],
  area: string,
  scenario: Scenario,
  minor: string,
): Promise<Observation[]> {
  try {
    return [await first.observe(area, scenario), await second.observe(area, scenario)];
  } catch (error) {
    if (minor === pinnedMinor) throw error;
    console.log(`${area}: cannot be played on 1.${minor}: ${scenario.title}: ${(error as Error).message}`);
    return [];
  }
}

async function recordKubectl(kubectl: string, kubeconfig: string, minor: string): Promise<void> {
  const observations: Record<string, Observation> = {};
  const namespace = testNamespaceName("kubectl");
  const connection = await ApiConnection.open({ path: kubeconfig });
  const headers = { "content-type": "application/json" };
  await connection.request("POST", "/api/v1/namespaces", {
    body: JSON.stringify({ metadata: { name: namespace } }),
    headers,
  });
  const sessions = { ...workloadSessions, ...clusterSessions, ...objectSessions };
  for (const [title, session] of Object.entries(sessions))
    observations[title] = await playKubectl(session, { program: kubectl, kubeconfigFile: kubeconfig, namespace });
  await connection.request("DELETE", `/api/v1/namespaces/${namespace}`);
  connection.close();
  writeGolden("kubectl", { minor, observations });
  console.log(`kubectl: ${Object.keys(observations).length} recorded`);
}

async function compare(names: readonly string[], fake = false): Promise<void> {
  const subject = await (fake ? fakeSubject() : inMemorySubject());
  let same = 0;
  let all = 0;
  for (const [area, scenarios] of chosen(names)) {
    const { observations } = readGolden(area);
    for (const scenario of scenarios) {
      if (differenceOf(scenario, subject.target) !== undefined) continue;
      all++;
      let observation: Observation | undefined;
      try {
        observation = await subject.observe(area, scenario);
      } catch (error) {
        console.log(`\n${area}: ${scenario.title}\n  ${error instanceof Error ? error.message : error}`);
        continue;
      }
      if (isDeepStrictEqual(observation, observations[scenario.title])) {
        same++;
        continue;
      }
      console.log(`\n${area}: ${scenario.title}`);
      showDifferences(observations[scenario.title] ?? [], observation);
    }
  }
  await subject.close();
  console.log(`\n${same} of ${all} the same`);
}

async function randomly(kubeconfig: string, first: number, count: number): Promise<void> {
  const [real, here] = [await realSubject(kubeconfig), await inMemorySubject()];
  let different = 0;
  for (let seed = first; seed < first + count; seed++) {
    for (const kind of ["ConfigMap", "PodTemplate"] as const) {
      const scenario = randomSequence(kind, seed);
      const [expected, got] = await Promise.all([real.observe("random", scenario), here.observe("random", scenario)]);
      if (isDeepStrictEqual(expected, got)) continue;
      different++;
      console.log(`${kind}, seed ${seed}:`);
      showDifferences(expected, got);
    }
  }
  await real.close();
  await here.close();
  console.log(`${different} of ${2 * count} sequences ended differently`);
}

function showDifferences(real: Observation, ours: Observation): void {
  for (let i = 0; i < Math.max(real.length, ours.length); i++) {
    const [step = "", expected] = Object.entries(real[i] ?? {})[0] ?? [];
    const [ourStep = "", got] = Object.entries(ours[i] ?? {})[0] ?? [];
    if (step !== ourStep) console.log(`  ${i}: real: ${step}; here: ${ourStep}`);
    const [was, is] = [expected, got] as { status?: number; body?: { message?: string } }[];
    if (was?.status !== is?.status) {
      console.log(
        `  ${i} ${step}\n      real ${was?.status} ${was?.body?.message ?? ""}\n      here ${is?.status} ${is?.body?.message ?? ""}`,
      );
    } else {
      walk(`  ${i} ${step}`, expected, got);
    }
  }
}

function walk(path: string, real: unknown, ours: unknown): void {
  if (isDeepStrictEqual(real, ours)) return;
  if (typeof real === "object" && typeof ours === "object" && real !== null && ours !== null) {
    for (const key of new Set([...Object.keys(real), ...Object.keys(ours)])) {
      walk(`${path} .${key}`, (real as Record<string, unknown>)[key], (ours as Record<string, unknown>)[key]);
    }
    return;
  }
  const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 400) ?? "(absent)";
  console.log(`${path}\n      real ${show(real)}\n      here ${show(ours)}`);
}
