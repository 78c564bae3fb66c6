import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiServer, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "../../api/admissionregistration/v1.ts";
import { CustomResourceDefinition } from "../../api/apiextensions/v1.ts";
import { Secret } from "../../api/core/v1.ts";
import { inspectCertificate, newSelfSignedServingCertificate, splitCertificates } from "../../certs/index.ts";
import { type Client, connect } from "../../client/index.ts";
import { FakeClock } from "../../util/index.ts";
import { Website } from "../test-support/world.ts";
import { shareCertificate } from "./certificate-secret.ts";
import type { Converter } from "./conversion.ts";
import { injectCaBundle } from "./inject-ca-bundle.ts";
import { ownCertificate } from "./own-certificate.ts";
import { postReview } from "./test-support/post-review.ts";
import { newWebhookServer } from "./webhook-server.ts";
import { eventually } from "../../util/test-support/eventually.ts";

const dayMs = 86_400_000;
const path = "/validate-example-com-v1-website";
const options = { validate: () => {}, default: () => {} };

describe("a certificate of its own", () => {
  it("is kept while it is good, and replaced after two thirds of its time or for another host", async () => {
    const clock = new FakeClock();
    const hosts = ["127.0.0.1", "web.shop.svc"];
    const first = ownCertificate(undefined, { name: "shop", hosts, clock });
    expect(inspectCertificate(first.cert)).toMatchObject({ dnsNames: ["web.shop.svc"], ipAddresses: ["127.0.0.1"] });
    await clock.advance(59 * dayMs);
    expect(ownCertificate(first, { name: "shop", hosts, clock })).toBe(first);
    await clock.advance(2 * dayMs);
    const second = ownCertificate(first, { name: "shop", hosts, clock });
    expect([second.cert === first.cert, second.ca === first.ca]).toEqual([false, true]);
    const other = ownCertificate(second, { name: "shop", hosts: ["other.svc"], clock });
    expect(inspectCertificate(other.cert).dnsNames).toEqual(["other.svc"]);
  });

  it("is kept for an address that was written in another form", () => {
    const given = { name: "shop", hosts: ["2001:DB8:0::1", "::ffff:10.0.0.1"], clock: new FakeClock() };
    const first = ownCertificate(undefined, given);
    expect(ownCertificate(first, given)).toBe(first);
  });

  it("keeps the old authority in the bundle until it has expired", async () => {
    const clock = new FakeClock();
    const given = { name: "shop", hosts: ["localhost"], clock };
    const first = ownCertificate(undefined, given);
    await clock.advance(2_500 * dayMs);
    const second = ownCertificate(first, given);
    expect(splitCertificates(second.ca)).toHaveLength(2);
    expect(second.ca.endsWith(first.ca)).toBe(true);
    await clock.advance(1_200 * dayMs);
    expect(splitCertificates(ownCertificate(second, given).ca)).toHaveLength(1);
    expect(ownCertificate({ ...second, ca: "no PEM" }, given).cert).not.toBe(second.cert);
  });
});

describe("a webhook server", () => {
  let api: ApiServer;
  let client: Client;
  let folder: string;
  beforeAll(async () => {
    api = await startApiServer();
    client = await connect({ kubeconfigText: api.kubeconfig });
    folder = await mkdtemp(join(tmpdir(), "client-ts-webhooks-"));
  });
  afterAll(async () => {
    await client.close();
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("shows another certificate when its files change (SEC-24)", async () => {
    const clock = new FakeClock();
    const files = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
    const write = async (): Promise<string> => {
      const { cert, key, ca } = newSelfSignedServingCertificate({ host: "127.0.0.1" });
      await Promise.all([writeFile(files.certFile, cert), writeFile(files.keyFile, key)]);
      return ca;
    };
    const first = await write();
    const server = newWebhookServer({ port: 0, certificateFiles: files, clock, logger: false });
    server.webhook(Website, options);
    await server.start();
    expect((await postReview(server.port, path, "{}", { ca: first })).status).toBe(400);
    const second = await write();
    await eventually(async () => {
      await clock.advance(10_000);
      return postReview(server.port, path, "{}", { ca: second }).then(
        () => true,
        () => false,
      );
    });
    await expect(postReview(server.port, path, "{}", { ca: first })).rejects.toThrow(/certificate/);
    await server.close();
  });

  it("writes its authority into the configurations, and again after it was renewed", async () => {
    const clock = new FakeClock(Date.now());
    const server = newWebhookServer({ name: "shop", port: 0, client, clock, logger: false });
    server.webhook(Website, options);
    const [mutating, validating] = server.manifests({ url: "https://127.0.0.1:1" });
    await client.resource(MutatingWebhookConfiguration).create(mutating as MutatingWebhookConfiguration);
    await client.resource(ValidatingWebhookConfiguration).create(validating as ValidatingWebhookConfiguration);
    await server.start();
    const injected = async (): Promise<(string | undefined)[]> => {
      const one = await client.resource(MutatingWebhookConfiguration).get("shop");
      const other = await client.resource(ValidatingWebhookConfiguration).get("shop");
      return [...(one.webhooks ?? []), ...(other.webhooks ?? [])].map(({ clientConfig }) =>
        Buffer.from(clientConfig.caBundle ?? "", "base64").toString(),
      );
    };
    expect(await injected()).toEqual([server.caBundle, server.caBundle]);
    const before = await postReview(server.port, path, "{}", { ca: server.caBundle });
    const bundle = server.caBundle;
    await clock.advance(2_500 * dayMs);
    await eventually(async () => {
      await clock.advance(60_000);
      return server.caBundle !== bundle;
    });
    expect(await injected()).toEqual([server.caBundle, server.caBundle]);
    expect((await postReview(server.port, path, "{}")).fingerprint).not.toBe(before.fingerprint);
    await server.close();
  });

  it("writes its authority into the definitions of converted kinds, where they have a webhook", async () => {
    const definitions = client.resource(CustomResourceDefinition);
    const schema = { openAPIV3Schema: { type: "object" } };
    const define = (kind: string, conversion?: object) => {
      const plural = `${kind.toLowerCase()}s`;
      return definitions.create({
        metadata: { name: `${plural}.example.org` },
        spec: {
          group: "example.org",
          scope: "Namespaced",
          names: { plural, kind },
          versions: [{ name: "v1", served: true, storage: true, schema }],
          conversion,
        },
      } as CustomResourceDefinition);
    };
    const clientConfig = { url: "https://127.0.0.1:1/convert" };
    await define("Converted", { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } });
    const plain = await define("Plain");
    const converters = ["converteds", "plains", "nones"].map(
      (plural) => ({ resource: { plural, group: "example.org" } }) as unknown as Converter,
    );
    const { cert } = newSelfSignedServingCertificate({ host: "shop" });
    await injectCaBundle(client, cert, { name: "no-such", converters, signal: new AbortController().signal });
    const { spec } = await definitions.get("converteds.example.org");
    expect(spec.conversion?.webhook?.clientConfig?.caBundle).toBe(Buffer.from(cert).toString("base64"));
    expect((await definitions.get("plains.example.org")).spec).toEqual(plain.spec);
  });

  it("shares its certificate with other replicas in a Secret", async () => {
    const certificateSecret = { name: "webhook-tls", namespace: "default" };
    const replicas = [1, 2, 3].map((number) =>
      newWebhookServer({ name: `r${number}`, port: 0, client, certificateSecret, logger: false }).webhook(
        Website,
        options,
      ),
    );
    await Promise.all(replicas.map((server) => server.start()));
    const shown = await Promise.all(replicas.map(({ port }) => postReview(port, path, "{}")));
    expect(new Set(shown.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    const { data } = await client.resource(Secret, { namespace: "default" }).get("webhook-tls");
    expect(Object.keys(data ?? {}).sort()).toEqual(["ca.crt", "ca.key", "tls.crt", "tls.key"]);
    await Promise.all(replicas.map((server) => server.close()));
  });

  it("goes on with the certificate that all trust while a new authority cannot be written", async () => {
    const clock = new FakeClock(Date.now());
    const lines: string[] = [];
    const warn = (line: string): void => void lines.push(line);
    const server = newWebhookServer({
      name: "order",
      port: 0,
      client,
      clock,
      logger: { debug() {}, info() {}, warn, error: warn },
    });
    server.webhook(Website, options);
    await server.start();
    const [bundle, { fingerprint }] = [server.caBundle, await postReview(server.port, path, "{}")];
    const fault = api.faults.add(
      { match: { resource: "mutatingwebhookconfigurations" } },
      { type: "status", code: 500, reason: "InternalError" },
    );
    await clock.advance(2_500 * dayMs);
    await eventually(async () => {
      await clock.advance(60_000);
      return lines.length >= 2;
    });
    expect(lines[0]).toBe("the certificate of the webhooks could not be renewed");
    expect([server.caBundle, (await postReview(server.port, path, "{}")).fingerprint]).toEqual([bundle, fingerprint]);
    fault.remove();
    await eventually(async () => {
      await clock.advance(60_000);
      return server.caBundle !== bundle;
    });
    expect((await postReview(server.port, path, "{}")).fingerprint).not.toBe(fingerprint);
    await server.close();
  });

  it("begins again after a conflict, keeps the rest of the Secret, and gives up after five tries", async () => {
    const secrets = client.resource(Secret, { namespace: "default" });
    const data = { "other.txt": Buffer.from("kept").toString("base64") };
    await secrets.create({ metadata: { name: "shared" }, data });
    const { signal } = new AbortController();
    const clock = new FakeClock();
    let asked = 0;
    const share = () =>
      shareCertificate(
        client,
        { name: "shared", namespace: "default" },
        (present) => {
          asked++;
          return ownCertificate(present, { name: `try-${asked}`, hosts: ["localhost"], clock });
        },
        { signal },
      );
    const conflict = { type: "status", code: 409, reason: "Conflict" } as const;
    const match = { resource: "secrets", verb: "update" };
    const fault = api.faults.add({ match }, conflict);
    await expect(share()).rejects.toThrow("Conflict");
    expect(asked).toBe(5);
    fault.remove();
    api.faults.add({ match, times: 1 }, conflict);
    const made = await share();
    expect(asked).toBe(7);
    expect(await share()).toEqual(made);
    const stored = (await secrets.get("shared")).data ?? {};
    const text = (member: string): string => Buffer.from(stored[member] ?? "", "base64").toString();
    expect([text("tls.crt"), text("tls.key"), text("ca.crt"), text("ca.key"), text("other.txt")]).toEqual([
      made.cert,
      made.key,
      made.ca,
      made.caKey,
      "kept",
    ]);
  });

  it("refuses options that cannot work before anything is sent", () => {
    const server = newWebhookServer({ port: 0 }).webhook(Website, options);
    const certificateSecret = { name: "tls", namespace: "default" };
    expect(() => newWebhookServer({ certificateSecret })).toThrow(/needs a `client`/);
    expect(() => newWebhookServer({ maxBodyBytes: 0 })).toThrow(/maxBodyBytes/);
    expect(() => server.webhook(Website, options)).toThrow(/validate.websites.example.com already|default.websites/);
    expect(() => server.webhook(Website, {})).toThrow(/needs `default`, `validate` or both/);
    expect(() => server.webhook(Website, { ...options, timeoutSeconds: 31 })).toThrow(/timeoutSeconds/);
    expect(() => server.manifests({})).toThrow(/give `service` or `url`/);
  });
});
