/**
 * Plays every behaviour on the fake clientset and on the in-memory server, and writes what agrees with the recordings
 * of the real control plane, behaviour by target, to conformance/REPORT.md and conformance/REPORT.json:
 *
 *   npm run conformance:report
 */
import { writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { areas } from "./areas.ts";
import { type Category, categoryOf } from "./categories.ts";
import { otherMinors, readGolden } from "./golden.ts";
import { differenceOf, fakeSubject, inMemorySubject, type Subject } from "./servers.ts";

interface Row {
  readonly category: Category;
  readonly area: string;
  readonly title: string;
  readonly inMemory: Outcome;
  readonly fake: Outcome;
}

/** `agrees`, or why it answers otherwise. */
type Outcome = "agrees" | `differs: ${string}`;

// A fake has no socket that would keep the process alive while a watch waits for its end.
const alive = setInterval(() => {}, 1000);
const rows: Row[] = [];
const { minor } = readGolden("crud");
const [inMemory, fake] = await Promise.all([outcomes(inMemorySubject), outcomes(fakeSubject)]);
for (const [area, scenarios] of Object.entries(areas)) {
  const { observations } = readGolden(area);
  for (const { title } of scenarios) {
    const id = `${area}: ${title}`;
    const category = categoryOf(area, observations[title]);
    rows.push({ category, area, title, inMemory: inMemory.get(id)!, fake: fake.get(id)! });
  }
}
clearInterval(alive);
writeReport(rows);

async function outcomes(start: () => Promise<Subject>): Promise<Map<string, Outcome>> {
  const found = new Map<string, Outcome>();
  await Promise.all(
    Object.entries(areas).map(async ([area, scenarios]) => {
      const subject = await start();
      const { observations } = readGolden(area);
      for (const scenario of scenarios) {
        const observation = await subject.observe(area, scenario).catch((error: Error) => [{ failed: error.message }]);
        const same = isDeepStrictEqual(observation, observations[scenario.title]);
        const why = differenceOf(scenario, subject.target);
        if (!same && why === undefined)
          console.error(`${area}: ${scenario.title}: ${subject.target} differs: ${JSON.stringify(observation)}`);
        found.set(`${area}: ${scenario.title}`, same ? "agrees" : `differs: ${why ?? "not known why"}`);
      }
      await subject.close();
    }),
  );
  return found;
}

function writeReport(all: readonly Row[]): void {
  const agreeing = all.filter((row) => row.inMemory === "agrees" && row.fake === "agrees");
  const different = all.filter((row) => !agreeing.includes(row));
  const categories = [...new Set(all.map(({ category }) => category))];
  const perCategory = categories.map((category) => {
    const own = all.filter((row) => row.category === category);
    const count = (target: "fake" | "inMemory"): number => own.filter((row) => row[target] === "agrees").length;
    return `| ${category} | ${own.length} | ${count("fake")} | ${count("inMemory")} |`;
  });
  const mark = (outcome: Outcome): string => (outcome === "agrees" ? "=" : "≠");
  const text = `# Conformance

Made by \`npm run conformance:report\`; do not edit. Each behaviour is one sequence of requests. The real control plane's
answers (status, reason, causes, normalised body) were recorded on Kubernetes 1.${minor} with
\`npm run conformance:record\`; the fake clientset and the in-memory API server must give the same.

**${agreeing.length} of ${all.length} behaviours agree on all three.**

| category | behaviours | fake agrees | in-memory agrees |
|---|---|---|---|
${perCategory.join("\n")}

## Different

${different.map((row) => `- ${row.area}: ${row.title}\n${reasons(row)}`).join("\n")}

## Other versions of Kubernetes

${otherMinors().map(otherVersion).join("\n\n")}

## Behaviour by target

\`=\` agrees with the recording of the real control plane, \`≠\` does not. F is the fake, S the in-memory server.

${categories.map((category) => section(category, all, mark)).join("\n\n")}
`;
  writeFileSync(new URL("../../REPORT.md", import.meta.url), text);
  const json = { kubernetes: `1.${minor}`, agreeing: agreeing.length, behaviours: all };
  writeFileSync(new URL("../../REPORT.json", import.meta.url), `${JSON.stringify(json, null, 2)}\n`);
  console.log(
    `figure: ${agreeing.length} of ${all.length} behaviours agree on the fake, in memory and on the real one`,
  );
}

function reasons({ inMemory: server, fake: inProcess }: Row): string {
  const lines = [
    server === "agrees" ? "" : `  - in memory: ${server.replace("differs: ", "")}`,
    inProcess === "agrees" ? "" : `  - fake: ${inProcess.replace("differs: ", "")}`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

/** What a control plane of another version answers otherwise than the one that the servers follow. */
function otherVersion(other: string): string {
  let compared = 0;
  const otherwise: string[] = [];
  for (const area of Object.keys(areas)) {
    const [pinned, theirs] = [readGolden(area).observations, readGolden(area, other).observations];
    for (const [title, observation] of Object.entries(theirs)) {
      if (pinned[title] === undefined) continue;
      compared++;
      if (!isDeepStrictEqual(observation, pinned[title])) otherwise.push(`- ${area}: ${title}`);
    }
  }
  return `Kubernetes 1.${other} answers ${compared - otherwise.length} of ${compared} behaviours as 1.${minor} does, \
and these otherwise:\n\n${otherwise.join("\n")}`;
}

function section(category: Category, all: readonly Row[], mark: (outcome: Outcome) => string): string {
  const own = all.filter((row) => row.category === category);
  const lines = own.map((row) => `| ${mark(row.fake)} | ${mark(row.inMemory)} | ${row.title} |`);
  return `### ${category}\n\n| F | S | the server … |\n|---|---|---|\n${lines.join("\n")}`;
}
