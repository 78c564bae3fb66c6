/** A clientset without a server: the real clients on the in-memory server's storage, with reactors in front. */
export { newFakeClientset } from "./fake-clientset.ts";
export type { FakeClientset, FakeClientsetOptions } from "./fake-clientset.ts";
export type { Action } from "./action.ts";
export type { Reactor, WatchReactor } from "./reactor-chain.ts";
export type { ObjectTracker } from "./object-tracker.ts";
export { newFakeWatcher } from "./fake-watcher.ts";
export type { FakeWatcher } from "./fake-watcher.ts";
