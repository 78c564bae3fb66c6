import type {
  MutatingWebhookConfiguration,
  RuleWithOperations,
  ValidatingWebhook,
  ValidatingWebhookConfiguration,
  WebhookClientConfig,
} from "../../api/admissionregistration/v1.ts";
import type { CustomResourceDefinition } from "../../api/apiextensions/v1.ts";
import { InvalidArgumentError } from "../../errors/index.ts";
import { type KubeObject, labelSelectorOf, type Resource } from "../../meta/index.ts";
import { defined } from "../../util/index.ts";
import type { AdmissionHandler } from "./admission.ts";
import type { Converter } from "./conversion.ts";
import type { RegistrationOptions } from "./webhook-options.ts";

/** The path at which conversions are served. */
export const conversionPath = "/convert";

/** The path of a webhook: `/validate-example-com-v1-website`. */
export function pathOf({ resource, type }: Pick<AdmissionHandler, "resource" | "type">): string {
  const { group, version, kind } = resource;
  return `/${type}-${group === "" ? "" : `${group.replaceAll(".", "-")}-`}${version}-${kind.toLowerCase()}`;
}

/** What is registered. */
export interface Registered {
  readonly name: string;
  readonly handlers: readonly AdmissionHandler[];
  readonly converters: readonly Converter[];
}

/** The objects that make an API server call the webhooks. */
export function registrationsOf(
  { name, handlers, converters }: Registered,
  options: RegistrationOptions,
): KubeObject[] {
  const { service, url, definitions = [] } = options;
  if ((service === undefined) === (url === undefined))
    throw new InvalidArgumentError("give `service` or `url`: the API server needs one address of the webhooks");
  const metadata = { name };
  const apiVersion = "admissionregistration.k8s.io/v1";
  const of = (type: AdmissionHandler["type"]): readonly AdmissionHandler[] =>
    handlers.filter((handler) => handler.type === type);
  const mutating: MutatingWebhookConfiguration = {
    apiVersion,
    kind: "MutatingWebhookConfiguration",
    metadata,
    webhooks: of("mutate").map((handler) => ({
      ...webhookOf(handler, options),
      reinvocationPolicy: handler.options.reinvocationPolicy ?? "Never",
    })),
  };
  const validating: ValidatingWebhookConfiguration = {
    apiVersion,
    kind: "ValidatingWebhookConfiguration",
    metadata,
    webhooks: of("validate").map((handler) => webhookOf(handler, options)),
  };
  return [
    ...definitions.map((definition) => withConversion(definition, converters, options)),
    ...(mutating.webhooks?.length ? [mutating] : []),
    ...(validating.webhooks?.length ? [validating] : []),
  ];
}

/** The name of a webhook, which users see when it refuses: `validate.websites.example.com`. */
export function nameOf({ resource, type }: Pick<AdmissionHandler, "resource" | "type">): string {
  const { group, plural } = resource;
  return `${type === "mutate" ? "default" : "validate"}.${plural}.${group === "" ? "core.k8s.io" : group}`;
}

function webhookOf(handler: AdmissionHandler, registration: RegistrationOptions): ValidatingWebhook {
  const { options } = handler;
  return {
    name: nameOf(handler),
    clientConfig: clientConfigOf(pathOf(handler), registration),
    rules: [ruleOf(handler)],
    failurePolicy: options.failurePolicy ?? "Fail",
    matchPolicy: options.matchPolicy ?? "Equivalent",
    sideEffects: options.sideEffects ?? "None",
    timeoutSeconds: options.timeoutSeconds ?? 10,
    admissionReviewVersions: ["v1"],
    ...defined({
      namespaceSelector: labelSelectorOf(options.namespaceSelector),
      objectSelector: labelSelectorOf(options.objectSelector),
      matchConditions: options.matchConditions && [...options.matchConditions],
    }),
  };
}

function ruleOf({ resource, options, type }: AdmissionHandler): RuleWithOperations {
  const { group, version, plural, scope } = resource;
  const operations = type === "mutate" ? (["CREATE", "UPDATE"] as const) : (options.operations ?? ["CREATE", "UPDATE"]);
  return {
    operations: [...operations],
    apiGroups: [group],
    apiVersions: [version],
    resources: [plural, ...(options.subresources ?? []).map((one) => `${plural}/${one}`)],
    scope,
  };
}

function clientConfigOf(path: string, { service, url, caBundle }: RegistrationOptions): WebhookClientConfig {
  return defined({
    service: service && { name: service.name, namespace: service.namespace, path, port: service.port ?? 443 },
    url: url === undefined ? undefined : `${url.replace(/\/+$/, "")}${path}`,
    caBundle: caBundle === undefined ? undefined : Buffer.from(caBundle).toString("base64"),
  });
}

function withConversion(
  definition: CustomResourceDefinition,
  converters: readonly Converter[],
  options: RegistrationOptions,
): CustomResourceDefinition {
  const { group, names } = definition.spec;
  if (!converters.some(({ resource }) => isOf(resource, group, names.plural)))
    throw new InvalidArgumentError(`there is no converter of ${names.plural}.${group}: add one, or leave it out`);
  const webhook = { clientConfig: clientConfigOf(conversionPath, options), conversionReviewVersions: ["v1"] };
  return { ...definition, spec: { ...definition.spec, conversion: { strategy: "Webhook", webhook } } };
}

function isOf(resource: Resource, group: string, plural: string): boolean {
  return resource.group === group && resource.plural === plural;
}
