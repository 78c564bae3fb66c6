import { request } from "node:https";
import { describe, expect, it } from "vitest";
import { newStatus, StatusError } from "../../errors/index.ts";
import type { KubeObject } from "../../meta/index.ts";
import { FakeClock, withResolvers } from "../../util/index.ts";
import { Website } from "../test-support/world.ts";
import { postReview } from "./test-support/post-review.ts";
import type { WebhookContext, WebhookOptions, WebhookServerOptions } from "./webhook-options.ts";
import { newWebhookServer, type WebhookServer } from "./webhook-server.ts";
import { eventually } from "../../util/test-support/eventually.ts";

const path = "/validate-example-com-v1-website";
const site = (image: string) => ({
  apiVersion: "example.com/v1",
  kind: "Website",
  metadata: { name: "web", namespace: "shop" },
  spec: { image },
});

function reviewOf(sent: object = {}): string {
  const request = { uid: "4f3c", operation: "CREATE", namespace: "shop", object: site("new"), ...sent };
  return JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request });
}

async function start(
  options: WebhookOptions<Website>,
  more: WebhookServerOptions = {},
): Promise<WebhookServer & AsyncDisposable> {
  const server = newWebhookServer({ port: 0, logger: false, ...more }).webhook(Website, options);
  await server.start();
  return server;
}

const responseOf = async (server: WebhookServer, sent: object, type = "validate") => {
  const { text } = await postReview(server.port, path.replace("validate", type), reviewOf(sent));
  return JSON.parse(text).response as Record<string, unknown>;
};

it("options of webhooks of several kinds fit into one list", () => {
  const ofWebsites: WebhookOptions<Website> = { default: ({ spec }) => void spec, validate: ({ spec }) => void spec };
  const all: readonly WebhookOptions<KubeObject>[] = [ofWebsites, { default: undefined, validate: undefined }];
  expect(all).toHaveLength(2);
});

describe("what a webhook knows about a request", () => {
  it("is all that the API server says", async () => {
    const seen: Partial<WebhookContext<Website>>[] = [];
    await using server = await start({
      validate(object, { signal: _signal, refuse: _refuse, warn: _warn, ...context }) {
        const { operation, old, name, namespace, subresource, user, dryRun, uid } = context;
        seen.push({ operation, old, name, namespace, subresource, user, dryRun, uid });
        expect(object.spec.image).toBe(operation === "DELETE" ? "old" : "new");
      },
    });
    const user = { username: "ann", groups: ["dev"] };
    const old = { oldObject: site("old") };
    for (const sent of [
      { name: "web", userInfo: user, subResource: "status", dryRun: true, operation: "UPDATE", ...old },
      // The server has not generated the name yet, or it is that of the object.
      { operation: "CREATE", dryRun: "yes", userInfo: null },
      { operation: "DELETE", object: null, ...old },
    ])
      expect((await responseOf(server, sent))["allowed"]).toBe(true);
    const common = { name: "web", namespace: "shop", uid: "4f3c" };
    const plain = { ...common, subresource: "", user: {}, dryRun: false };
    expect(seen).toEqual([
      { ...common, operation: "UPDATE", old: site("old"), subresource: "status", user, dryRun: true },
      { ...plain, operation: "CREATE", old: undefined },
      { ...plain, operation: "DELETE", old: site("old") },
    ]);
  });

  it.each([
    ["?timeout=5s", 5_000],
    ["?timeout=90s", 30_000],
    ["?timeout=soon", 30_000],
    ["", 30_000],
  ])("includes when the API server no longer waits: the query %j means %i ms", async (query, limitMs) => {
    const clock = new FakeClock();
    const began = withResolvers<void>();
    await using server = await start(
      {
        async validate(_object, { signal, refuse }) {
          began.resolve();
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          refuse("too late");
        },
      },
      { clock },
    );
    const answer = postReview(server.port, `${path}${query}`, reviewOf());
    await began.promise;
    expect(clock.nextInMs).toBe(limitMs);
    await clock.advance(limitMs);
    expect((await answer).text).toContain("too late");
    // The timer of the review is gone with it; that for the certificate stays.
    await eventually(() => clock.pending === 1);
  });

  it("includes that the API server has gone away", async () => {
    const [began, ended] = [withResolvers<void>(), withResolvers<boolean>()];
    await using server = await start({
      async validate(_object, { signal }) {
        signal.addEventListener("abort", () => ended.resolve(true));
        began.resolve();
        await ended.promise;
      },
    });
    const options = { host: "127.0.0.1", port: server.port, path, method: "POST", rejectUnauthorized: false };
    const sent = request({ ...options, headers: { "content-type": "application/json; charset=utf-8" } });
    sent.on("error", () => {});
    sent.end(reviewOf());
    await began.promise;
    sent.destroy();
    expect(await ended.promise).toBe(true);
  });
});

describe("what a webhook answers", () => {
  it("has no patch when a defaulter refuses, and nothing for a delete", async () => {
    let calls = 0;
    await using server = await start({
      default(draft, { refuse }) {
        calls++;
        draft.spec.replicas = 1;
        refuse("not today");
      },
    });
    const refused = await responseOf(server, {}, "mutate");
    expect([refused["allowed"], "patch" in refused, calls]).toEqual([false, false, 1]);
    const deleted = await responseOf(server, { operation: "DELETE", object: null, oldObject: site("old") }, "mutate");
    expect([deleted, calls]).toEqual([{ uid: "4f3c", allowed: true }, 1]);
  });

  it("has every refusal and every warning, also when the handler throws after them", async () => {
    await using server = await start({
      validate(object, { refuse, warn }) {
        warn("one");
        warn("two");
        if (object.spec.image === "thrown") throw new StatusError(newStatus("Conflict", { message: "too slow" }));
        refuse("not on a Friday");
        refuse("must be set", { field: "spec.image" });
      },
    });
    const warnings = ["one", "two"];
    expect(await responseOf(server, { object: site("thrown") })).toMatchObject({
      allowed: false,
      warnings,
      status: { code: 409, message: "too slow" },
    });
    expect(await responseOf(server, {})).toMatchObject({
      allowed: false,
      warnings,
      status: {
        code: 422,
        message: 'Website.example.com "web" is invalid: [not on a Friday, spec.image: must be set]',
        details: { causes: [{ message: "not on a Friday" }, { field: "spec.image", message: "must be set" }] },
      },
    });
  });
});

describe("a webhook server", () => {
  const conversions = { v1beta1: { toHub: (old: object) => old as never, fromHub: (one: object) => one } };
  const conversion = (bytes: number): string => {
    const request = { uid: "c", desiredAPIVersion: "example.com/v1", objects: [], padding: "x".repeat(bytes) };
    return JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request });
  };

  it("has a limit for admissions and another for conversions, which it serves only with a converter", async () => {
    const limits = { maxBodyBytes: 2_048, maxConversionBytes: 8_192 };
    const server = newWebhookServer({ port: 0, logger: false, ...limits })
      .webhook(Website, { validate: () => {} })
      .converter(Website, conversions);
    await server.start();
    const padding = "x".repeat(4_000);
    const sizes = [
      await postReview(server.port, path, reviewOf()),
      await postReview(server.port, path, reviewOf({ padding })),
      await postReview(server.port, "/convert", conversion(4_000)),
      await postReview(server.port, "/convert", conversion(9_000)),
    ];
    expect(sizes.map(({ status }) => status)).toEqual([200, 413, 200, 413]);
    expect(() => server.converter(Website, conversions)).toThrow("the server has been started");
    await server.close();
    await using plain = await start({ validate: () => {} });
    expect((await postReview(plain.port, "/convert", conversion(0))).status).toBe(404);
  });

  it("lets reviews under way end when it is closed, takes no others, and waits five seconds at most", async () => {
    const clock = new FakeClock();
    const hold = withResolvers<void>();
    let calls = 0;
    const server = await start(
      {
        validate(object) {
          calls++;
          return object.spec.image === "new" ? hold.promise : new Promise<void>(() => {});
        },
      },
      { clock },
    );
    const answered = postReview(server.port, path, reviewOf());
    const hanging = postReview(server.port, path, reviewOf({ object: site("hangs") })).catch((error) => error);
    await eventually(() => calls === 2);
    let closed = false;
    const closing = server.close().then(() => {
      closed = true;
    });
    await expect(postReview(server.port, path, reviewOf())).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    hold.resolve();
    expect((await answered).status).toBe(200);
    await clock.advance(4_999);
    expect(closed).toBe(false);
    await clock.advance(1);
    await closing;
    expect(await hanging).toBeInstanceOf(Error);
    expect(() => server.start()).toThrow("the webhook server was closed");
    expect(clock.pending).toBe(0);
  });

  it("runs until its signal fires", async () => {
    const server = newWebhookServer({ port: 0, logger: false }).webhook(Website, { validate: () => {} });
    const stop = new AbortController();
    const running = server.run({ signal: stop.signal });
    await eventually(() => server.port !== undefined);
    expect((await postReview(server.port, path, reviewOf())).status).toBe(200);
    stop.abort();
    await running;
    await expect(postReview(server.port, path, reviewOf())).rejects.toThrow(/ECONNREFUSED/);
  });
});
