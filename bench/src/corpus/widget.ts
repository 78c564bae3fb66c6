import { type Json, time } from "./pod.ts";
import type { RandomSource } from "./random.ts";

/**
 * One custom object as kube-apiserver writes it: every key sorted, so the name comes after managedFields; text beyond
 * ASCII in it. About 2 KB.
 */
export function makeWidget(index: number, random: RandomSource): Json {
  const began = random.below(1_000_000);
  const place = places[random.below(places.length)] as string;
  return sorted({
    apiVersion: "bench.example.com/v1",
    kind: "Widget",
    metadata: {
      name: `widget-${String(index).padStart(7, "0")}`,
      namespace: `team-${String(random.below(100)).padStart(3, "0")}`,
      uid: random.uuid(),
      resourceVersion: String(1_000_000 + index),
      generation: 1 + random.below(5),
      creationTimestamp: time(began),
      labels: { app: `app-${index % 400}`, tier: ["gold", "silver"][index % 2] },
      annotations: { "example.com/title": `${place} – ${random.suffix(6)} „${words[random.below(words.length)]}“` },
      managedFields: [
        {
          manager: "widget-operator",
          operation: "Apply",
          apiVersion: "bench.example.com/v1",
          time: time(began + 3),
          fieldsType: "FieldsV1",
          fieldsV1: {
            "f:metadata": { "f:annotations": { "f:example.com/title": {} }, "f:labels": { "f:app": {}, "f:tier": {} } },
            "f:spec": { "f:parts": {}, "f:place": {}, "f:replicas": {}, "f:title": {} },
          },
        },
      ],
    },
    spec: {
      place,
      replicas: random.below(9),
      title: Array.from({ length: 6 }, () => words[random.below(words.length)]).join(" "),
      parts: Array.from({ length: 6 }, (_, i) => ({
        id: random.uuid(),
        label: `${words[random.below(words.length)]} ${i}`,
        quoted: `a "quoted" \\ path\tand a \u2028 line`,
        weight: random.below(10_000) / 100,
      })),
      nested: { deep: { deeper: { flags: [true, false, null], note: place.repeat(3) } } },
    },
    status: {
      conditions: [
        {
          type: "Ready",
          status: "True",
          reason: "AllGood",
          message: `bereit in ${place} ✓`,
          lastTransitionTime: time(began + 9),
        },
      ],
      observedGeneration: 1,
    },
  }) as Json;
}

const places = ["Zürich", "København", "Kraków", "東京", "서울", "São Paulo", "Αθήνα", "İstanbul", "Reykjavík"];
const words = ["schön", "naïve", "日本語", "😀🎉", "plain", "Straße", "данные", "مرحبا", "ascii-only", "coöperate"];

/** The same value with the keys of every object in order, as Go writes maps. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
