/**
 * A function whose parameters TypeScript compares as those of a method: in both directions. So a list of handlers of
 * `KubeObject` may hold a handler of one kind. For optional members, which are no methods because they may be
 * `undefined`.
 */
export type MethodLike<Arguments extends readonly unknown[], Result = unknown> = {
  method(...args: Arguments): Result;
}["method"];
