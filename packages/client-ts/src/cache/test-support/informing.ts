import type { Resource } from "../../meta/index.ts";
import { FakeClock } from "../../util/index.ts";
import type { AddEvent, DeleteEvent, UpdateEvent } from "../informer/events.ts";
import type { ResourceEventHandler } from "../informer/handler.ts";
import type { SharedIndexInformerOptions } from "../informer/options.ts";
import { newSharedIndexInformer, type SharedIndexInformer } from "../informer/shared-index-informer.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { FakeControllerSource } from "./fake-controller-source.ts";
import { settled, type Thing } from "./scripted-source.ts";

/** The kind of {@link Thing}. */
export const ThingKind: Resource<Thing, { scope: "Namespaced"; plural: "things" }> = {
  group: "example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  scope: "Namespaced",
};

/** An informer with what a spec looks at. */
export interface Informing<S extends ListerWatcher<Thing>> {
  readonly source: S;
  readonly clock: FakeClock;
  readonly informer: SharedIndexInformer<Thing>;
  readonly unexpected: unknown[];
  readonly lines: string[];
}

/** Makes an informer on a source, with a clock that stands still. */
export function informing<S extends ListerWatcher<Thing> = FakeControllerSource>(
  options: SharedIndexInformerOptions<Thing> & { readonly source?: S } = {},
): Informing<S> {
  const { source = new FakeControllerSource() as unknown as S, ...rest } = options;
  const clock = options.clock instanceof FakeClock ? options.clock : new FakeClock();
  const unexpected: unknown[] = [];
  const lines: string[] = [];
  const line = (message: string) => void lines.push(message);
  const informer = newSharedIndexInformer<Thing>(source, ThingKind, {
    clock,
    random: () => 0.5,
    onUnexpectedError: (error) => void unexpected.push(error),
    logger: { debug: line, info: line, warn: line, error: line },
    ...rest,
  });
  return { source, clock, informer, unexpected, lines };
}

/**
 * A handler that records its events: `+a@1!` (initial), `~a@1>2`, `~a@2=` (resync), `-a@2`, `-a@2?` (final state
 * unknown).
 */
export class Recorder implements ResourceEventHandler<Thing> {
  readonly seen: string[] = [];

  readonly onAdd = ({ key, resourceVersion, isInInitialList }: AddEvent<Thing>): void => {
    this.seen.push(`+${key}@${resourceVersion}${isInInitialList ? "!" : ""}`);
  };

  readonly onUpdate = ({ key, resourceVersion, old, resync }: UpdateEvent<Thing>): void => {
    this.seen.push(resync ? `~${key}@${resourceVersion}=` : `~${key}@${old.resourceVersion}>${resourceVersion}`);
  };

  readonly onDelete = ({ key, resourceVersion, finalStateUnknown }: DeleteEvent<Thing>): void => {
    this.seen.push(`-${key}@${resourceVersion}${finalStateUnknown ? "?" : ""}`);
  };

  /** What was seen since the last call. */
  take(): string[] {
    return this.seen.splice(0);
  }
}

/** What a store has: `a@1 b@2`. */
export function stateOf(informer: SharedIndexInformer<Thing>): string {
  return informer.store
    .list()
    .map(
      ({ metadata }) =>
        `${metadata?.namespace ? `${metadata.namespace}/` : ""}${metadata?.name}@${metadata?.resourceVersion}`,
    )
    .join(" ");
}

export { settled };
