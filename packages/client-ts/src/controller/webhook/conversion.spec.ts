import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../meta/index.ts";
import type { Logger } from "../../util/index.ts";
import { Website } from "../test-support/world.ts";
import { answerConversion, type Converter } from "./conversion.ts";

interface Dated extends KubeObject {
  spec: { steps: string[] };
}

const metadata = { name: "web", namespace: "shop", uid: "u-1", labels: { app: "web" }, annotations: { kept: "yes" } };
const site = (version: string): Dated => ({
  apiVersion: `example.com/${version}`,
  kind: "Website",
  metadata,
  spec: { steps: [] },
});

/** Adds a step to the object, and tries to change its identity. */
function step(name: string): (object: KubeObject) => Dated {
  return (object) => ({
    ...object,
    apiVersion: "nonsense/v9",
    kind: "Other",
    metadata: { ...object.metadata, name: "other", uid: "u-2", labels: { [name]: "yes" } },
    spec: { steps: [...(object as Dated).spec.steps, name] },
  });
}

function stage(versions: Converter["versions"]) {
  const lines: string[] = [];
  const line = (message: string, fields?: object): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { debug: line, info: line, warn: line, error: (m, f) => line(m, { e: String(f?.["error"]) }) };
  const convert = async (objects: unknown[], desiredAPIVersion: string, apiVersion = "apiextensions.k8s.io/v1") =>
    answerConversion(
      { apiVersion, uid: "c1", request: { objects, desiredAPIVersion } },
      [{ resource: Website, versions }],
      logger,
    );
  return { convert, lines };
}

const both = {
  v1alpha1: { toHub: step("from v1alpha1"), fromHub: step("to v1alpha1") },
  v1beta1: { toHub: step("from v1beta1"), fromHub: step("to v1beta1") },
} as unknown as Converter["versions"];

describe("a conversion", () => {
  it.each([
    ["v1alpha1", "v1", ["from v1alpha1"]],
    ["v1", "v1beta1", ["to v1beta1"]],
    ["v1alpha1", "v1beta1", ["from v1alpha1", "to v1beta1"]],
  ])("from %s to %s passes the version of the descriptor, and keeps the identity", async (from, to, steps) => {
    const { convert } = stage(both);
    const { response } = await convert([site(from)], `example.com/${to}`);
    expect(response.convertedObjects).toEqual([
      {
        apiVersion: `example.com/${to}`,
        kind: "Website",
        // Labels and annotations are those of the converted object.
        metadata: { ...metadata, labels: { [steps.at(-1) as string]: "yes" } },
        spec: { steps },
      },
    ]);
  });

  it("leaves an object alone that has the wanted version, and answers in the version of the review", async () => {
    const { convert } = stage(both);
    const answer = await convert([site("v1beta1")], "example.com/v1beta1", "apiextensions.k8s.io/v1beta1");
    expect(answer).toEqual({
      apiVersion: "apiextensions.k8s.io/v1beta1",
      kind: "ConversionReview",
      response: { uid: "c1", convertedObjects: [site("v1beta1")], result: { status: "Success" } },
    });
  });

  it("converts all objects or none, and repeats nothing of what a converter threw but in the log", async () => {
    let calls = 0;
    const toHub = (object: KubeObject): KubeObject => {
      if (++calls === 2) throw new Error("password=hunter2");
      return object;
    };
    const { convert, lines } = stage({ v1beta1: { toHub, fromHub: toHub } });
    const { response } = await convert([site("v1beta1"), site("v1beta1"), site("v1beta1")], "example.com/v1");
    expect(response).toMatchObject({
      uid: "c1",
      convertedObjects: [],
      result: { code: 500, message: "the conversion to example.com/v1 failed; the log of the webhook says why" },
    });
    expect(calls).toBe(2);
    expect(lines.join()).toContain("hunter2");
  });

  it("is refused for a version that only a prototype has", async () => {
    const { response } = await stage(both).convert([site("constructor")], "example.com/v1");
    expect(response.result).toMatchObject({
      code: 400,
      message: expect.stringContaining(`no conversion for the version "constructor" of Website`),
    });
  });
});
