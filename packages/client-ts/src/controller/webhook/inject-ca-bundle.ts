import {
  MutatingWebhookConfiguration as MutatingKind,
  ValidatingWebhookConfiguration as ValidatingKind,
} from "../../api/admissionregistration/v1.ts";
import { CustomResourceDefinition as DefinitionKind } from "../../api/apiextensions/v1.ts";
import type { Client } from "../../client/index.ts";
import { isNotFound } from "../../errors/index.ts";
import type { Converter } from "./conversion.ts";

/**
 * Writes the authorities of a certificate into the configurations of a name and into the definitions of converted
 * kinds. Those that do not exist are left out; what is right already is not written.
 */
export async function injectCaBundle(
  client: Client,
  pem: string,
  {
    name,
    converters,
    signal,
  }: { readonly name: string; readonly converters: readonly Converter[]; signal: AbortSignal },
): Promise<void> {
  const caBundle = Buffer.from(pem).toString("base64");
  const change = ({
    webhooks = [],
  }: {
    webhooks?: { clientConfig: { caBundle?: string | undefined } }[] | undefined;
  }): void => {
    for (const webhook of webhooks) webhook.clientConfig.caBundle = caBundle;
  };
  await skipMissing(client.resource(MutatingKind).modify(name, change, { signal }));
  await skipMissing(client.resource(ValidatingKind).modify(name, change, { signal }));
  for (const { resource } of converters)
    await skipMissing(
      client.resource(DefinitionKind).modify(
        `${resource.plural}.${resource.group}`,
        (definition) => {
          const config = definition.spec.conversion?.webhook?.clientConfig;
          if (config !== undefined) config.caBundle = caBundle;
        },
        { signal },
      ),
    );
}

async function skipMissing(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}
