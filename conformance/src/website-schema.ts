import { z } from "zod";

/** Websites with one of everything that zod has and a CustomResourceDefinition can say. */
export const websiteSchema = z.object({
  spec: z.strictObject({
    host: z.string().min(1).max(20).describe("Where it is served."),
    color: z.enum(["red", "blue"]).default("red"),
    replicas: z.int().min(0).max(10),
    weight: z.number().gt(0).optional(),
    port: z.union([z.int(), z.string()]),
    mail: z.email().nullable(),
    labels: z.record(z.string(), z.string()),
    target: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("bucket"), bucket: z.string() }),
      z.object({ kind: z.literal("url"), url: z.string() }),
    ]),
    tags: z.array(z.string()).meta({ "x-kubernetes-list-type": "set" }),
    extra: z.record(z.string(), z.unknown()),
    since: z.iso.datetime(),
    rules: z.array(z.object({ path: z.string(), weight: z.number().optional() })).optional(),
  }),
  status: z.object({ replicas: z.int().optional() }).optional(),
});
