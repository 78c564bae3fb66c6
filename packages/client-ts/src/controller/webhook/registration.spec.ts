import { describe, expect, it } from "vitest";
import type { CustomResourceDefinition } from "../../api/apiextensions/v1.ts";
import { ConfigMap } from "../../api/core/v1.ts";
import { definition, Website } from "../test-support/world.ts";
import { newWebhookServer } from "./webhook-server.ts";

const conversions = { v1beta1: { toHub: (old: object) => old as never, fromHub: (site: object) => site } };
const encoded = (text: string): string => Buffer.from(text).toString("base64");

describe("the registration of webhooks", () => {
  it("says all that their options say", () => {
    const chosen = {
      subresources: ["status"],
      failurePolicy: "Ignore",
      timeoutSeconds: 3,
      matchConditions: [{ name: "not-mine", expression: "request.userInfo.username != 'me'" }],
      matchPolicy: "Exact",
      sideEffects: "NoneOnDryRun",
    } as const;
    const server = newWebhookServer({ name: "shop" }).webhook(Website, {
      default: () => {},
      validate: () => {},
      operations: ["UPDATE", "DELETE"],
      reinvocationPolicy: "IfNeeded",
      namespaceSelector: { matchLabels: { shop: "yes" } },
      objectSelector: "app=web,tier!=db",
      ...chosen,
    });
    const { subresources: _, ...others } = chosen;
    const isNotDb = { key: "tier", operator: "NotIn", values: ["db"] };
    const shared = {
      ...others,
      namespaceSelector: { matchLabels: { shop: "yes" } },
      objectSelector: { matchLabels: { app: "web" }, matchExpressions: [isNotDb] },
    };
    const rule = {
      apiGroups: ["example.com"],
      apiVersions: ["v1"],
      resources: ["websites", "websites/status"],
      scope: "Namespaced",
    };
    const clientConfig = (path: string) => ({ url: `https://127.0.0.1:9443${path}`, caBundle: encoded("CA") });
    const webhook = { ...shared, admissionReviewVersions: ["v1"] };
    const head = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name: "shop" } };
    expect(server.manifests({ url: "https://127.0.0.1:9443//", caBundle: "CA" })).toEqual([
      {
        ...head,
        kind: "MutatingWebhookConfiguration",
        webhooks: [
          {
            ...webhook,
            name: "default.websites.example.com",
            clientConfig: clientConfig("/mutate-example-com-v1-website"),
            // There is nothing to default in a delete.
            rules: [{ ...rule, operations: ["CREATE", "UPDATE"] }],
            reinvocationPolicy: "IfNeeded",
          },
        ],
      },
      {
        ...head,
        kind: "ValidatingWebhookConfiguration",
        webhooks: [
          {
            ...webhook,
            name: "validate.websites.example.com",
            clientConfig: clientConfig("/validate-example-com-v1-website"),
            rules: [{ ...rule, operations: ["UPDATE", "DELETE"] }],
          },
        ],
      },
    ]);
  });

  it("has safe defaults, and leaves out a configuration without webhooks", () => {
    const server = newWebhookServer().webhook(ConfigMap, { validate: () => {} });
    const service = { name: "hooks", namespace: "shop", port: 8443 };
    expect(server.manifests({ service })).toEqual([
      {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingWebhookConfiguration",
        metadata: { name: "webhooks" },
        webhooks: [
          {
            name: "validate.configmaps.core.k8s.io",
            clientConfig: { service: { ...service, path: "/validate-v1-configmap" } },
            rules: [
              {
                operations: ["CREATE", "UPDATE"],
                apiGroups: [""],
                apiVersions: ["v1"],
                resources: ["configmaps"],
                scope: "Namespaced",
              },
            ],
            failurePolicy: "Fail",
            matchPolicy: "Equivalent",
            sideEffects: "None",
            timeoutSeconds: 10,
            admissionReviewVersions: ["v1"],
          },
        ],
      },
    ]);
    const url = "https://127.0.0.1:9443";
    expect(() => server.manifests({ service, url })).toThrow("give `service` or `url`");
  });

  it("adds the conversion to the definitions of kinds with a converter, and refuses others", () => {
    const given = definition as CustomResourceDefinition;
    const server = newWebhookServer().converter(Website, conversions);
    const [made] = server.manifests({ url: "https://127.0.0.1:9443", definitions: [given] });
    const clientConfig = { url: "https://127.0.0.1:9443/convert" };
    const webhook = { clientConfig, conversionReviewVersions: ["v1"] };
    expect(made).toEqual({ ...given, spec: { ...given.spec, conversion: { strategy: "Webhook", webhook } } });
    const group = "other.com";
    const other = { ...given, spec: { ...given.spec, group } };
    expect(() => server.manifests({ url: "https://127.0.0.1:9443", definitions: [other] })).toThrow(
      "there is no converter of websites.other.com",
    );
    expect(() => server.converter(Website, conversions)).toThrow("there is a converter of Website already");
  });

  it("asks for the permissions that the server needs, and for no others", () => {
    const client = {} as never;
    const certificateSecret = { name: "tls", namespace: "shop" };
    const certificateFiles = { certFile: "tls.crt", keyFile: "tls.key" };
    const needs = (options: object, converted = false): string[] => {
      const server = newWebhookServer(options);
      if (converted) server.converter(Website, conversions);
      return server.needs.permissions.map(({ resource, verbs, within }) =>
        [resource, verbs.join("/"), within?.namespace].join(" ").trim(),
      );
    };
    const configurations = ["mutatingwebhookconfigurations get/update", "validatingwebhookconfigurations get/update"];
    expect(needs({})).toEqual([]);
    expect(needs({ client })).toEqual(configurations);
    expect(needs({ client }, true)).toEqual([...configurations, "customresourcedefinitions get/update"]);
    expect(needs({ client, certificateSecret })).toEqual([...configurations, "secrets get/create/update shop"]);
    // Another program renews the certificate, and says who is to trust it.
    expect(needs({ client, certificateFiles }, true)).toEqual([]);
  });
});
