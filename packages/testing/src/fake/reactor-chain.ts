import { InvalidArgumentError } from "client-ts/errors";
import type { KubeObject, WatchEvent } from "client-ts/meta";
import type { Action } from "./action.ts";

/**
 * Answers a request instead of the tracker. What it returns is the answer: an object, a list or a Status; for
 * `pods/log` and proxied requests text or bytes. `undefined` passes the request on. A thrown StatusError is what the
 * server answers; any other error reaches the caller as it is.
 */
export type Reactor = (action: Action) => ReactorAnswer | Promise<ReactorAnswer>;

/** What a {@link Reactor} returns. */
export type ReactorAnswer = object | string | Uint8Array | undefined;

/**
 * Answers a watch instead of the tracker, with the events to send. The watch ends with them. A StatusError that the
 * iteration throws is sent as an error event. `undefined` passes the watch on.
 */
export type WatchReactor = (action: Action) => WatchEvents | undefined | Promise<WatchEvents | undefined>;

/** The events of a watch. */
export type WatchEvents = AsyncIterable<WatchEvent<KubeObject>> | Iterable<WatchEvent<KubeObject>>;

interface Entry<R> {
  readonly verb: string;
  readonly resource: string;
  readonly react: R;
}

/** Reactors in the order in which they are asked. */
export class ReactorChain<R extends (action: Action) => unknown> {
  readonly #entries: Entry<R>[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Asked after those that are there. */
  add(verb: string, resource: string, react: R): void {
    this.#entries.push(checked(verb, resource, react));
  }

  /** Asked before those that are there. */
  prepend(verb: string, resource: string, react: R): void {
    this.#entries.unshift(checked(verb, resource, react));
  }

  /** The first answer; `undefined` when no reactor gives one. */
  async ask(action: Action): Promise<Awaited<ReturnType<R>> | undefined> {
    for (const { verb, resource, react } of [...this.#entries]) {
      if (!verbCovers(verb, action) || !resourceCovers(resource, action)) continue;
      const answer = (await react(action)) as Awaited<ReturnType<R>> | undefined;
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}

function checked<R>(verb: string, resource: string, react: R): Entry<R> {
  if (verb === "" || resource === "")
    throw new InvalidArgumentError('a reactor needs a verb and a resource; "*" stands for all of them');
  return { verb, resource, react };
}

function verbCovers(verb: string, action: Action): boolean {
  return verb === "*" || verb === action.verb;
}

/**
 * Whether a reactor's resource covers an action: `*` all, `pods` Pods and their subresources, `pods/log` that
 * subresource alone. The group may follow the resource: `deployments.apps`, `deployments.apps/scale`.
 */
export function resourceCovers(covering: string, { resource, subresource }: Action): boolean {
  if (covering === "*") return true;
  const slash = covering.indexOf("/");
  const name = slash < 0 ? covering : covering.slice(0, slash);
  if (name !== resource.resource && name !== `${resource.resource}.${resource.group}`) return false;
  return slash < 0 || covering.slice(slash + 1) === subresource;
}
