/** Where definitions are stored. */
export const definitions = "customresourcedefinitions.apiextensions.k8s.io";

/** Keeps a definition until its objects are gone. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";
