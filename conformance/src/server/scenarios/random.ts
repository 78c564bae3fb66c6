import { seededRandom } from "client-ts/internal";
import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

/** A generator of numbers that gives the same ones for the same seed, so that every server is asked the same. */
class RandomSource {
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

const record = (random: RandomSource, keys: readonly string[]): Record<string, string> | undefined => {
  const chosen = random.some(keys);
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen.map((key) => [key, random.one(values)]));
};

/** A config map with a random part of what it may have. */
function configMap(random: RandomSource): Json {
  return clean({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name: "a",
      labels: record(random, ["l1", "l2"]),
      annotations: record(random, ["n1", "n2"]),
      finalizers: random.below(4) === 0 ? random.some(["example.com/x", "example.com/y"]) : undefined,
    },
    data: record(random, ["a", "b", "c", "d"]),
  });
}

/**
 * A pod template, which no controller looks at: lists by key, by keys, of plain values, and lists and maps that are one
 * value.
 */
function podTemplate(random: RandomSource): Json {
  const container = (name: string, ...ports: number[]): Json => ({
    name,
    image: random.often() ? `i:${random.one(values)}` : undefined,
    args: random.often() ? undefined : random.some(["x", "y"]),
    env: random.some(["A", "B"]).map((key) => ({ name: key, value: random.one(values) })),
    ports: random
      .some(ports)
      .map((containerPort) => ({ containerPort, protocol: containerPort % 2 === 0 ? "TCP" : "UDP" })),
    resources: random.often() ? undefined : { limits: { cpu: random.one(["1", "500m"]) } },
  });
  return clean({
    apiVersion: "v1",
    kind: "PodTemplate",
    metadata: { name: "a" },
    template: {
      metadata: { labels: record(random, ["t1", "t2"]) },
      spec: {
        containers: [container("c", 80, 443), ...(random.often() ? [] : [container("d", 8080, 8443)])].map((one) => ({
          image: "i:0",
          ...clean(one),
        })),
        nodeSelector: random.often() ? undefined : record(random, ["zone", "disk"]),
        tolerations: random.often() ? undefined : [{ key: random.one(["k1", "k2"]), operator: "Exists" }],
        imagePullSecrets: random.some(["s1", "s2"]).map((name) => ({ name })),
        hostAliases: random.often() ? undefined : [{ ip: random.one(["127.0.0.2", "127.0.0.3"]), hostnames: ["h"] }],
        securityContext: random.often() ? undefined : { runAsUser: random.below(3) + 1 },
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

async function step(s: Stage, random: RandomSource, path: string, make: (random: RandomSource) => Json): Promise<void> {
  const manager = random.one(managers);
  const object = make(random);
  const pick = ({ metadata: { resourceVersion, generation } }: Json): Json => ({ resourceVersion, generation });
  switch (random.below(8)) {
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
      await s.apply(path, object, manager, { force: random.often(), pick });
  }
}

const sequence = (kind: string, plural: string, make: (random: RandomSource) => Json, seed: number): Scenario => ({
  title: `ends in the same state after random writes of three managers to a ${kind} (seed ${seed})`,
  managedFields: true,
  async run(s) {
    const random = new RandomSource(seed);
    const path = s.in(plural, "a");
    await s.quietly(() => s.apply(path, make(random), "ann"));
    for (let i = 0; i < 10; i++) await step(s, random, path, make);
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
