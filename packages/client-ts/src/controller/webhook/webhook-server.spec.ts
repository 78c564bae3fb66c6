import { request } from "node:https";
import { afterEach, describe, expect, it } from "vitest";
import { newStatus, StatusError } from "../../errors/index.ts";
import { applyJsonPatch, type JsonPatchOperation, type KubeObject } from "../../meta/index.ts";
import { defined, FakeClock, type Logger, nextTurn } from "../../util/index.ts";
import { Website } from "../test-support/world.ts";
import { postReview } from "./test-support/post-review.ts";
import { newWebhookServer, type WebhookServer } from "./webhook-server.ts";
import type { WebhookOptions } from "./webhook-options.ts";

interface OldWebsite extends KubeObject {
  spec: { picture?: string };
}

const lines: string[] = [];
const logger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (message) => void lines.push(message),
  error: (message, fields) => void lines.push(`${message} ${String(fields?.["error"])}`),
};
let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  lines.length = 0;
});

async function start(
  options: WebhookOptions<Website>,
  limits: { maxBodyBytes?: number; clock?: FakeClock } = {},
): Promise<WebhookServer> {
  server = newWebhookServer({ port: 0, logger, ...limits })
    .webhook(Website, options)
    .converter(Website, {
      v1beta1: {
        toHub: (old: OldWebsite) => ({ ...old, spec: defined({ image: old.spec.picture }) }),
        fromHub: (site) => ({ metadata: {}, spec: { picture: site.spec.image } }) as OldWebsite,
      },
    });
  await server.start();
  return server;
}

const site = (spec: object = {}): object => ({
  apiVersion: "example.com/v1",
  kind: "Website",
  metadata: { name: "web", namespace: "shop", labels: { app: "web" } },
  spec,
});

function reviewOf(request: object, head: object = {}): string {
  return JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "4f3c",
      operation: "CREATE",
      name: "web",
      namespace: "shop",
      userInfo: { username: "ann" },
      object: site(),
      ...request,
    },
    ...head,
  });
}

interface Response {
  readonly uid: string;
  readonly allowed: boolean;
  readonly patch?: string;
  readonly patchType?: string;
  readonly warnings?: string[];
  readonly status?: { message: string; reason: string; code: number; details?: object };
}

async function review(type: "mutate" | "validate", body: string): Promise<{ apiVersion: string; response: Response }> {
  const { status, text } = await postReview(server?.port, `/${type}-example-com-v1-website?timeout=5s`, body);
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

describe("a webhook server", () => {
  it("answers a defaulter with the patch from the object to the draft", async () => {
    await start({
      default: (draft, { user }) => void Object.assign(draft.spec, { replicas: 2, owner: user.username }),
    });
    const { response, apiVersion } = await review("mutate", reviewOf({ object: site({ image: "a" }) }));
    expect([apiVersion, response.uid, response.allowed, response.patchType]).toEqual([
      "admission.k8s.io/v1",
      "4f3c",
      true,
      "JSONPatch",
    ]);
    const patch = JSON.parse(Buffer.from(response.patch ?? "", "base64").toString()) as JsonPatchOperation[];
    expect(applyJsonPatch(site({ image: "a" }), patch)).toEqual(site({ image: "a", replicas: 2, owner: "ann" }));
    expect(patch.every(({ path }) => path.startsWith("/spec/"))).toBe(true);
  });

  it("sends no patch when the draft was not changed", async () => {
    await start({ default: () => {} });
    expect((await review("mutate", reviewOf({}))).response).toEqual({ uid: "4f3c", allowed: true });
  });

  it("refuses an invalid object as a built-in kind would, with every field", async () => {
    await start({
      validate(object, context) {
        if ((object.spec.replicas ?? 0) > 10) context.refuse("must be at most 10", { field: "spec.replicas" });
        if (!object.spec.image) context.refuse("Required value", { field: "spec.image" });
        context.warn("v1 goes away");
      },
    });
    const { response } = await review("validate", reviewOf({ object: site({ replicas: 11 }) }));
    expect(response.allowed).toBe(false);
    expect(response.warnings).toEqual(["v1 goes away"]);
    expect(response.status).toMatchObject({
      code: 422,
      reason: "Invalid",
      message: 'Website.example.com "web" is invalid: [spec.replicas: must be at most 10, spec.image: Required value]',
      details: {
        name: "web",
        group: "example.com",
        kind: "Website",
        causes: [{ field: "spec.replicas" }, { field: "spec.image" }],
      },
    });
  });

  it("forbids for a reason without a field, and passes on a StatusError that was thrown", async () => {
    await start({
      validate(_object, { refuse, operation }) {
        if (operation === "UPDATE")
          throw new StatusError(newStatus("Conflict", { message: "another client was faster" }));
        refuse("not on a Friday");
      },
    });
    expect((await review("validate", reviewOf({}))).response.status).toMatchObject({
      code: 403,
      message: "not on a Friday",
    });
    const update = reviewOf({ operation: "UPDATE", oldObject: site() });
    expect((await review("validate", update)).response.status).toMatchObject({ code: 409 });
  });

  it("checks the object that is to be deleted", async () => {
    await start({
      operations: ["DELETE"],
      validate: (object, { refuse, old }) => void (old === object && refuse(`${object.metadata?.name} is needed`)),
    });
    const body = reviewOf({ operation: "DELETE", object: null, oldObject: site() });
    expect((await review("validate", body)).response.status).toMatchObject({ message: "web is needed" });
  });

  it("refuses without repeating what a handler threw, and logs it", async () => {
    await start({
      validate() {
        throw new Error("password=hunter2");
      },
    });
    const { response } = await review("validate", reviewOf({}));
    expect(response.status).toMatchObject({ code: 500, message: "the webhook of Website failed; its log says why" });
    expect(lines.join()).toContain("hunter2");
  });

  it("answers v1beta1 in v1beta1, and an unknown version with a refusal in v1", async () => {
    await start({ validate: () => {} });
    const beta = await review("validate", reviewOf({}, { apiVersion: "admission.k8s.io/v1beta1" }));
    expect([beta.apiVersion, beta.response.allowed]).toEqual(["admission.k8s.io/v1beta1", true]);
    const future = await review("validate", reviewOf({}, { apiVersion: "admission.k8s.io/v7" }));
    expect([future.apiVersion, future.response.uid, future.response.allowed]).toEqual([
      "admission.k8s.io/v1",
      "4f3c",
      false,
    ]);
    expect(future.response.status?.message).toBe(
      'reviews of "admission.k8s.io/v7" are not supported: send admission.k8s.io/v1 or admission.k8s.io/v1beta1',
    );
  });

  const path = "/validate-example-com-v1-website";
  const deep = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  const proto = '{"kind":"AdmissionReview","__proto__":{"request":{"uid":"x"}}}';
  it.each<[what: string, body: string, status: number, text: RegExp]>([
    ["a body of more than 1 MiB, where that is the limit", "x".repeat((1 << 20) + 1), 413, /larger than 1048576 bytes/],
    ["1 MiB that is not JSON", "x".repeat(1 << 20), 400, /not JSON/],
    ["a body that nests 200,000 levels deep", deep, 400, /nested deeper than 500 levels/],
    ["an empty body", "", 400, /empty/],
    ["a list", "[]", 400, /not an object/],
    ["a review of the wrong kind", reviewOf({}, { kind: "ConversionReview" }), 400, /takes a AdmissionReview/],
    ["a review without a request", reviewOf({}, { request: null }), 400, /no request/],
    ["a uid of the wrong type", reviewOf({ uid: 7 }), 400, /request.uid/],
    ["a uid of 10,000 characters", reviewOf({ uid: "u".repeat(10_000) }), 400, /request.uid/],
    ["a request in __proto__", proto, 400, /no request/],
  ])("refuses %s in a sentence, and answers the next review (F-F13, SEC-20)", async (_, body, status, text) => {
    await start({ validate: () => {} }, { maxBodyBytes: 1 << 20 });
    const answer = await postReview(server?.port, path, body);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
    expect((await review("validate", reviewOf({}))).response.allowed).toBe(true);
  });

  it("refuses 10 MiB in pieces of unknown number without reading them all (F-F13)", async () => {
    await start({ validate: () => {} }, { maxBodyBytes: 1 << 20 });
    const headers = { "transfer-encoding": "chunked" };
    const chunked = await postReview(server?.port, path, "x".repeat(10 << 20), { headers }).catch(() => ({
      status: 413,
    }));
    expect(chunked.status).toBe(413);
    expect((await review("validate", reviewOf({}))).response.allowed).toBe(true);
  });

  it("refuses a body that is not sent within 30 seconds, and answers others meanwhile (F-F13)", async () => {
    const clock = new FakeClock();
    await start({ validate: () => {} }, { clock });
    const timers = clock.pending;
    const options = { host: "127.0.0.1", port: server?.port, path, method: "POST", rejectUnauthorized: false };
    const slow = request({ ...options, headers: { "content-type": "application/json", "content-length": 1_000 } });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      slow.once("response", (response) => resolve(response.resume().statusCode));
      slow.once("error", reject);
    });
    slow.write('{"kind":');
    while (clock.pending === timers) await nextTurn();
    expect((await review("validate", reviewOf({}))).response.allowed).toBe(true);
    await clock.advance(30_000);
    expect(await answered).toBe(408);
    slow.destroy();
  });

  it.each<[what: string, request: object, message: RegExp]>([
    ["an object of the wrong kind", { object: { ...site(), kind: "Pod" } }, /request.object is "Pod" of "example.com/],
    ["no object", { object: null }, /request.object is not an object/],
    [
      "a kind in __proto__",
      { object: JSON.parse('{"__proto__":{"kind":"Website","apiVersion":"example.com/v1"}}') },
      /is "" of ""/,
    ],
    ["an operation that is not reviewed", { operation: "CONNECT" }, /does not review the operation "CONNECT"/],
    [
      "an old object that is not an object",
      { operation: "UPDATE", oldObject: [] },
      /request.oldObject is not an object/,
    ],
  ])("answers a review with %s with a refusal that has its uid (F-F13, SEC-20)", async (_, request, message) => {
    await start({ validate: () => {} });
    const { response } = await review("validate", reviewOf(request));
    expect([response.uid, response.allowed, response.status?.code]).toEqual(["4f3c", false, 400]);
    expect(response.status?.message).toMatch(message);
  });

  it("refuses other paths, methods, content types and requests of web pages (SEC-20)", async () => {
    await start({ validate: () => {} });
    const statusOf = async (options: object, at = path): Promise<number> =>
      (await postReview(server?.port, at, "{}", options)).status;
    expect(await statusOf({}, "/nothing")).toBe(404);
    expect(await statusOf({ method: "GET" })).toBe(405);
    expect(await statusOf({ headers: { origin: "https://evil.example" } })).toBe(403);
    expect(await statusOf({ headers: { "content-type": "text/plain" } })).toBe(415);
  });

  it("keeps a member called __proto__ as data in a patch", async () => {
    await start({ default: (draft) => void Object.assign(draft.spec, { replicas: 1 }) });
    const object = JSON.parse(JSON.stringify(site()).replace('"spec":{', '"spec":{"__proto__":{"polluted":true}'));
    const { response } = await review("mutate", reviewOf({ object }));
    const patch = JSON.parse(Buffer.from(response.patch ?? "", "base64").toString());
    expect(patch).toEqual([{ op: "add", path: "/spec/replicas", value: 1 }]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("conversions", () => {
  const convert = async (request: object, head: object = {}) => {
    const body = JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request, ...head });
    const { text } = await postReview(server?.port, "/convert", body);
    return JSON.parse(text).response as { uid: string; convertedObjects: KubeObject[]; result: Response["status"] };
  };
  const metadata = { name: "web", namespace: "shop", uid: "u-1", annotations: { kept: "yes" } };
  const old = { apiVersion: "example.com/v1beta1", kind: "Website", metadata, spec: { picture: "cat" } };

  it("convert all objects to the wanted version, with the identity of each", async () => {
    await start({ validate: () => {} });
    const answer = await convert({ uid: "c1", desiredAPIVersion: "example.com/v1", objects: [old] });
    expect(answer).toEqual({
      uid: "c1",
      result: { status: "Success" },
      convertedObjects: [{ apiVersion: "example.com/v1", kind: "Website", metadata, spec: { image: "cat" } }],
    });
    const back = await convert({
      uid: "c2",
      desiredAPIVersion: "example.com/v1beta1",
      objects: answer.convertedObjects,
    });
    const { annotations: _dropped, ...identity } = metadata;
    expect(back.convertedObjects).toEqual([{ ...old, metadata: identity }]);
  });

  it("fail as a whole with a reason when a version or a kind is unknown", async () => {
    await start({ validate: () => {} });
    const messageOf = async (request: object, head?: object): Promise<string | undefined> => {
      const { result, convertedObjects } = await convert({ uid: "c", objects: [old], ...request }, head);
      expect(convertedObjects).toEqual([]);
      return result?.message;
    };
    expect(await messageOf({ desiredAPIVersion: "example.com/v9" })).toMatch(/version "v9" of Website/);
    expect(await messageOf({ desiredAPIVersion: "other.com/v1" })).toMatch(/does not convert .* to "other.com\/v1"/);
    expect(await messageOf({ desiredAPIVersion: "example.com/v1", objects: 7 })).toMatch(/not a list/);
    expect(await messageOf({ desiredAPIVersion: "x/y/z", objects: [null] })).toMatch(/not an object/);
    expect(await messageOf({}, { apiVersion: "apiextensions.k8s.io/v9" })).toMatch(/are not supported/);
  });
});
