/** Kubeconfigs: found, read, merged, checked and written back as kubectl does; and the configuration of a Pod. */
export type { LoadOptions } from "./load.ts";
export { loadKubeconfig } from "./load.ts";
export type { ChosenNamespace, KubeconfigOptions, PromptForPassword } from "./kubeconfig.ts";
export { Kubeconfig } from "./kubeconfig.ts";
export type { BuildConfigOptions } from "./build-config.ts";
export { buildConfigFromFlags } from "./build-config.ts";
export type { InClusterOptions } from "./in-cluster.ts";
export { inClusterConfig } from "./in-cluster.ts";
export type { LoadingRules } from "./chain.ts";
export { loadingRules } from "./chain.ts";
export type { KubeconfigProblem } from "./kubeconfig-error.ts";
export {
  isConfigurationInvalid,
  isContextNotFound,
  isEmptyConfig,
  isNotInCluster,
  KubeconfigError,
} from "./kubeconfig-error.ts";
export type { ParseOptions } from "./decode.ts";
export { decodeKubeconfig, encodeKubeconfig, parseKubeconfig } from "./decode.ts";
export { mergeKubeconfigs } from "./merge.ts";
export type { KubeconfigOverrides } from "./overrides.ts";
export type { KubeconfigDraft, ModifyOptions } from "./save.ts";
export type { FileFacts, Host } from "./host.ts";
export { nodeHost } from "./node/host.ts";
export type {
  KubeconfigEntry,
  KubeconfigAuthProvider,
  KubeconfigCluster,
  KubeconfigContext,
  KubeconfigData,
  KubeconfigExec,
  KubeconfigFile,
  KubeconfigPreferences,
  KubeconfigUser,
  NamedExtension,
} from "./types.ts";
export type { RefuseYaml, YamlLimits } from "./yaml.ts";
export { readYamlDocuments, writeYaml } from "./yaml.ts";
