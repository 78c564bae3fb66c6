import type { ConversionResponse } from "../../api/apiextensions/v1.ts";
import { newStatus, type Status } from "../../errors/index.ts";
import { apiVersionOf, type KubeObject, parseApiVersion, type Resource } from "../../meta/index.ts";
import { defined, isRecord, type Logger } from "../../util/index.ts";
import { type RawReview, shown, textOf } from "./read-review.ts";
import type { ConversionOptions } from "./webhook-options.ts";

/** The conversions of a kind; the version of the descriptor is the one between all others. */
export interface Converter {
  readonly resource: Resource;
  readonly versions: ConversionOptions<KubeObject>;
}

/** What a review of a conversion is answered with. */
export interface ConversionAnswer {
  readonly apiVersion: string;
  readonly kind: "ConversionReview";
  readonly response: ConversionResponse;
}

const reviewVersions = ["apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"];

/** A conversion that cannot be done, with the reason that the API server passes on. */
class ConversionRefusal extends Error {}

/** Converts the objects of a review, all or none. The promise is fulfilled with an answer, whatever was sent. */
export async function answerConversion(
  { apiVersion, uid, request }: RawReview,
  converters: readonly Converter[],
  logger: Logger,
): Promise<ConversionAnswer> {
  const isKnown = reviewVersions.includes(apiVersion);
  const answer = (result: Status, convertedObjects: unknown[] = []): ConversionAnswer => ({
    apiVersion: isKnown ? apiVersion : "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    response: { uid, convertedObjects, result },
  });
  const badRequest = (message: string): ConversionAnswer => answer(newStatus("BadRequest", { message }));
  if (!isKnown)
    return badRequest(`reviews of ${shown(apiVersion)} are not supported: send ${reviewVersions.join(" or ")}`);
  const { objects } = request;
  if (!Array.isArray(objects)) return badRequest("request.objects is not a list");
  const desired = textOf(request, "desiredAPIVersion");
  try {
    const converted: KubeObject[] = [];
    for (const object of objects) converted.push(await convert(object, desired, converters));
    return answer({ status: "Success" }, converted);
  } catch (error) {
    if (error instanceof ConversionRefusal) return badRequest(error.message);
    logger.error("a conversion failed", { desired, error });
    const message = `the conversion to ${desired} failed; the log of the webhook says why`;
    return answer(newStatus("InternalError", { message }));
  }
}

async function convert(object: unknown, desired: string, converters: readonly Converter[]): Promise<KubeObject> {
  if (!isRecord(object) || !isRecord(object["metadata"]))
    throw new ConversionRefusal("an entry of request.objects is not an object with metadata");
  const from = textOf(object, "apiVersion");
  const kind = textOf(object, "kind");
  if (from === desired) return object as unknown as KubeObject;
  const source = parseApiVersion(from);
  const target = parseApiVersion(desired);
  const converter = converters.find(({ resource }) => resource.kind === kind && resource.group === source.group);
  if (converter === undefined || target.group !== source.group)
    throw new ConversionRefusal(`this webhook does not convert ${shown(kind)} of ${shown(from)} to ${shown(desired)}`);
  const original = object as unknown as KubeObject;
  const { resource } = converter;
  const hub =
    source.version === resource.version
      ? original
      : carryOver(original, await step(converter, source.version).toHub(original), apiVersionOf(resource));
  if (target.version === resource.version) return hub;
  return carryOver(original, await step(converter, target.version).fromHub(hub), desired);
}

function step({ resource, versions }: Converter, version: string): ConversionOptions<KubeObject>[string] {
  const found = Object.hasOwn(versions, version) ? versions[version] : undefined;
  if (found === undefined)
    throw new ConversionRefusal(`this webhook has no conversion for the version ${shown(version)} of ${resource.kind}`);
  return found;
}

/** The API server refuses a conversion that changes anything of the metadata but labels and annotations. */
function carryOver(original: KubeObject, { ...converted }: KubeObject, apiVersion: string): KubeObject {
  const { labels, annotations } = converted.metadata ?? original.metadata ?? {};
  const { labels: _labels, annotations: _annotations, ...identity } = original.metadata ?? {};
  // In JSON from other programs, null means that there are none.
  const metadata = { ...identity, ...defined({ labels: labels ?? undefined, annotations: annotations ?? undefined }) };
  return { ...converted, apiVersion, kind: original.kind ?? "", metadata };
}
