import { InvalidArgumentError } from "../errors/index.ts";
import type { KubeList, KubeObject } from "../meta/index.ts";
import { newListPager, type PageSource } from "../rest/index.ts";
import type { ListCallOptions } from "./options.ts";

/**
 * A list whose request is not sent yet. `await` it for the whole list; read it with `for await` for the objects one by
 * one, or read its {@link pages}. Each use sends new requests.
 *
 * All pages of one use show the same moment. The server forgets that moment after some minutes: then `await` begins
 * again without pages, and `for await`, which has handed out objects already, throws a StatusError for which
 * `isResourceExpired` is true.
 */
export class ListCall<S extends KubeObject> implements Promise<KubeList<S>>, AsyncIterable<S> {
  readonly #fetch: PageSource<S>;
  readonly #options: ListCallOptions;

  constructor(fetch: PageSource<S>, options: ListCallOptions) {
    const { limit } = options;
    if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 0)) {
      throw new InvalidArgumentError(`limit must be an integer of at least 0, not ${limit}`);
    }
    this.#fetch = fetch;
    this.#options = options;
  }

  /** Makes the call awaitable: the whole list, fetched in pages when `limit` says so, else in one answer. */
  // biome-ignore lint/suspicious/noThenProperty: awaiting the call is what it is for.
  then<A = KubeList<S>, B = never>(
    onFulfilled?: ((list: KubeList<S>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#whole().then(onFulfilled, onRejected);
  }

  /** As `catch` of the promise of the whole list. */
  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<KubeList<S> | B> {
    return this.#whole().catch(onRejected);
  }

  /** As `finally` of the promise of the whole list. */
  finally(onFinally?: (() => void) | null): Promise<KubeList<S>> {
    return this.#whole().finally(onFinally);
  }

  get [Symbol.toStringTag](): string {
    return "ListCall";
  }

  /** The pages, one after the other; the next is requested while one is being read. Leaving the loop stops that. */
  pages(): AsyncGenerator<KubeList<S>, void, undefined> {
    return newListPager(this.#fetch, { pageBuffer: 1 }).pages(this.#options, this.#call());
  }

  [Symbol.asyncIterator](): AsyncGenerator<S, void, undefined> {
    return newListPager(this.#fetch, { pageBuffer: 1 }).each(this.#options, this.#call());
  }

  async #whole(): Promise<KubeList<S>> {
    if (!this.#options.limit) return this.#fetch(this.#options, this.#call());
    const { list } = await newListPager(this.#fetch).list(this.#options, this.#call());
    return list;
  }

  #call(): { signal: AbortSignal | undefined } {
    return { signal: this.#options.signal };
  }
}
