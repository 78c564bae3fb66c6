/** The clients of all built-in kinds by group, version and plural, as client-go's clientset has them. */
export { newClientset } from "../clientset/index.ts";
export type { Clientset } from "../clientset/index.ts";
