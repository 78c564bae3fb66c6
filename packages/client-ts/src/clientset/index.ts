/** The clients of all built-in kinds by group, version and plural, as client-go's clientset has them. */
export type { Clientset, GroupVersionClient, KindAccessor } from "./clientset.ts";
export { newClientset } from "./clientset.ts";
export type { GroupVersionModules } from "./group-versions.ts";
export { groupVersionModules } from "./group-versions.ts";
export type { FreeNames, GroupModules } from "./group-modules.ts";
export { checkExtension, defineGroups } from "./group-modules.ts";
export { lazyProperty } from "./lazy-property.ts";
