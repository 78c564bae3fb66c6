/** How one module is tested by mutation. */
export interface MutatedModule {
  /** The folder under `packages/client-ts/src`. */
  readonly name: string;
  /**
   * Whether code that runs while a module is loaded (tables, constants) is changed too. Each such change runs all tests
   * of the module.
   */
  readonly loadTime: boolean;
}

/** The modules that can be named: `npm run mutation -- workqueue`. */
export const modules: readonly MutatedModule[] = [
  { name: "cache", loadTime: false },
  { name: "codec", loadTime: false },
  { name: "transport", loadTime: false },
  { name: "workqueue", loadTime: true },
  { name: "rest", loadTime: false },
  { name: "auth", loadTime: false },
  { name: "kubeconfig", loadTime: false },
  { name: "util", loadTime: true },
  { name: "errors", loadTime: true },
  { name: "meta", loadTime: false },
  { name: "leaderelection", loadTime: false },
  { name: "events", loadTime: false },
  { name: "controller", loadTime: false },
  { name: "client", loadTime: false },
  { name: "streaming", loadTime: false },
];

/** Where the sources of the modules are. */
export const sources = "packages/client-ts/src";
