/**
 * What only our own packages need: client-ts-testing, the conformance suite and the benchmarks; and the parts of
 * client-go that few programs need. Outside semver: a name here may change or disappear in any release.
 */
export { bearerToken, credentialFor, tokenFile } from "../auth/index.ts";
export { LazyStore, VeryShortWatchError, entriesOf, isVeryShortWatch } from "../cache/index.ts";
export type { RawListerWatcher } from "../cache/index.ts";
export { encodePublicKey, inspectCsr } from "../certs/index.ts";
export type { OpenClient } from "../client/index.ts";
export { groupVersionModules } from "../clientset/index.ts";
export { isEntry, loadProtobuf, objectIfDecodable, plainEntry, readWatch } from "../codec/index.ts";
export type { ProtobufCodec } from "../codec/index.ts";
export { duplicateValue, invalidValue, notSupported, required, tooLong, validateValue } from "../codegen/index.ts";
export { shardOf, shardSelectorOf } from "../controller/index.ts";
export { DiscoveryClient, DiskCachedDiscovery, apiVersions, httpCache } from "../discovery/index.ts";
export type { ApiResourcesOptions, ResponseStore } from "../discovery/index.ts";
export { abortedError } from "../errors/index.ts";
export {
  formatDurationNs,
  isDns1035Label,
  isDnsSubdomain,
  mediaTypeOf,
  parseDurationNs,
  protobufMediaType,
} from "../meta/index.ts";
export type { FieldSchema, SchemaSet, Verb } from "../meta/index.ts";
export { newPool, openSpdySession } from "../transport/index.ts";
export type { Credential, Environment, Pool, SpdyStream } from "../transport/index.ts";
export {
  AsyncQueue,
  Backoff,
  KeyedBackoff,
  TokenBucket,
  afterTurn,
  allowManyListeners,
  combineSignals,
  defined,
  isRecord,
  messageOf,
  nextTurn,
  onAbort,
  seededRandom,
  sleep,
  whenAborted,
} from "../util/index.ts";
export type { CommandIo, Timer } from "../util/index.ts";

/*
 * Parts of client-go that programs on Kubernetes rarely need: docs/from-client-go.md says which name of client-go each
 * of them has.
 */
export {
  AsyncTracker,
  Lazy,
  SingleFileTracker,
  newHeap,
  newInformerWatcher,
  newUndeltaStore,
  withWatchListSemantics,
} from "../cache/index.ts";
export { parsePublicKeys } from "../certs/index.ts";
export {
  discoveryCategories,
  serverSupportsVersion,
  supportsAllVerbs,
  tableCategories,
  unionOfCategories,
} from "../discovery/index.ts";
export {
  compareObjectNames,
  findFieldsOwners,
  isValidPathSegment,
  objectNameOf,
  parseObjectName,
  upgradeManagedFieldsPatch,
} from "../meta/index.ts";
export { backoffFromEnv, isConfigTransportTls, urlTemplate } from "../rest/index.ts";
export { closedThrottle, unlimitedThrottle } from "../util/index.ts";
