/** Kubeconfigs: found, read, merged, checked and written back as kubectl does; and the configuration of a Pod. */
export {
  loadKubeconfig,
  buildConfigFromFlags,
  inClusterConfig,
  parseKubeconfig,
  mergeKubeconfigs,
  loadingRules,
  KubeconfigError,
  isConfigurationInvalid,
  isContextNotFound,
  isEmptyConfig,
  isNotInCluster,
} from "../kubeconfig/index.ts";
export type {
  Kubeconfig,
  LoadOptions,
  KubeconfigData,
} from "../kubeconfig/index.ts";
