import { seededRandom } from "client-ts/internal";
import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

/** A generator of numbers that gives the same ones for the same seed, so that every server is asked the same. */
class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** From 0 to below the limit. */
  below(limit: number): number {
    return (this.#random() * 2 ** 32) % limit;
  }

  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)]!;
  }

  often(): boolean {
    return this.below(3) > 0;
  }

  some<T>(of: readonly T[]): T[] {
    return of.filter(() => this.below(2) === 0);
  }
}

const managers = ["ann", "bob", "cid"];
const values = ["1", "2"];

const record = (dice: Dice, keys: readonly string[]): Record<string, string> | undefined => {
  const chosen = dice.some(keys);
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen.map((key) => [key, dice.one(values)]));
};

/** A config map with a random part of what it may have. */
function configMap(dice: Dice): Json {
  return clean({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "a",
      labels: record(dice, ["l1", "l2"]),
      annotations: record(dice, ["n1", "n2"]),
      finalizers: dice.below(4) === 0 ? dice.some(["example.com/x", "example.com/y"]) : undefined,
    },
    data: record(dice, ["a", "b", "c", "d"]),
  });
}

/**
 * A pod template, which no controller looks at: lists by key, by keys, of plain values, and lists and maps that are one
 * value.
 */
function podTemplate(dice: Dice): Json {
  const container = (name: string, ...ports: number[]): Json => ({
    name,
    image: dice.often() ? `i:${dice.one(values)}` : undefined,
    args: dice.often() ? undefined : dice.some(["x", "y"]),
    env: dice.some(["A", "B"]).map((key) => ({ name: key, value: dice.one(values) })),
    ports: dice
      .some(ports)
      .map((containerPort) => ({ containerPort, protocol: containerPort % 2 === 0 ? "TCP" : "UDP" })),
    resources: dice.often() ? undefined : { limits: { cpu: dice.one(["1", "500m"]) } },
  });
  return clean({
    apiVersion: "v1",
    kind: "PodTemplate",
    metadata: { name: "a" },
    template: {
      metadata: { labels: record(dice, ["t1", "t2"]) },
      spec: {
        containers: [container("c", 80, 443), ...(dice.often() ? [] : [container("d", 8080, 8443)])].map((one) => ({
          image: "i:0",
          ...clean(one),
        })),
        nodeSelector: dice.often() ? undefined : record(dice, ["zone", "disk"]),
        tolerations: dice.often() ? undefined : [{ key: dice.one(["k1", "k2"]), operator: "Exists" }],
        imagePullSecrets: dice.some(["s1", "s2"]).map((name) => ({ name })),
        hostAliases: dice.often() ? undefined : [{ ip: dice.one(["127.0.0.2", "127.0.0.3"]), hostnames: ["h"] }],
        securityContext: dice.often() ? undefined : { runAsUser: dice.below(3) + 1 },
      },
    },
  });
}

/** Without what is undefined or empty. */
function clean(value: Json): Json {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(
    ([, member]) => member !== undefined && !(Array.isArray(member) && member.length === 0),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, clean(member)]));
}

async function step(s: Stage, dice: Dice, path: string, make: (dice: Dice) => Json): Promise<void> {
  const manager = dice.one(managers);
  const object = make(dice);
  const pick = ({ metadata: { resourceVersion, generation } }: Json): Json => ({ resourceVersion, generation });
  switch (dice.below(8)) {
    case 0:
      await s.put(`${path}?fieldManager=${manager}`, object, { pick });
      return;
    case 1:
      await s.patch(
        `${path}?fieldManager=${manager}`,
        { metadata: object.metadata, data: object.data, template: object.template },
        "merge",
        { pick },
      );
      return;
    case 2:
      await s.patch(
        `${path}?fieldManager=${manager}`,
        { metadata: object.metadata, data: object.data, template: object.template },
        "strategic",
        { pick },
      );
      return;
    default:
      await s.apply(path, object, manager, { force: dice.often(), pick });
  }
}

const sequence = (kind: string, plural: string, make: (dice: Dice) => Json, seed: number): Scenario => ({
  title: `ends in the same state after random writes of three managers to a ${kind} (seed ${seed})`,
  managedFields: true,
  async run(s) {
    const dice = new Dice(seed);
    const path = s.in(plural, "a");
    await s.quietly(() => s.apply(path, make(dice), "ann"));
    for (let i = 0; i < 10; i++) await step(s, dice, path, make);
    await s.get(path);
  },
});

/** Ten writes as a seed throws them, to a kind. */
export function randomSequence(kind: "ConfigMap" | "PodTemplate", seed: number): Scenario {
  return kind === "ConfigMap"
    ? sequence(kind, "configmaps", configMap, seed)
    : sequence(kind, "podtemplates", podTemplate, seed);
}

/** Sequences of writes as a seed throws them. */
export const random: readonly Scenario[] = [
  ...Array.from({ length: 20 }, (_, seed) => randomSequence("ConfigMap", seed + 1)),
  ...Array.from({ length: 20 }, (_, seed) => randomSequence("PodTemplate", seed + 101)),
];
