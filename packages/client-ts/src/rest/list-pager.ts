import { isResourceExpired, ProtocolError, throwIfAborted } from "../errors/index.ts";
import type { KubeList, ListOptions } from "../meta/index.ts";
import { abortable, combineSignals, onReturn } from "../util/index.ts";
import type { CallOptions } from "./request.ts";

/** Fetches one page of a list. */
export type PageSource<T> = (options: ListOptions, call: CallOptions) => Promise<KubeList<T>>;

/** Options of {@link ListPager}. */
export interface ListPagerOptions {
  /** Items on a page when the list's options do not say. Default 500. */
  readonly pageSize?: number | undefined;
  /** Whether {@link ListPager.list} requests everything at once when a later page has expired. Default `true`. */
  readonly fullListIfExpired?: boolean | undefined;
  /** How many pages are fetched ahead of the reader. Default 10; 0 fetches each when it is asked for. */
  readonly pageBuffer?: number | undefined;
}

/**
 * Reads a list page by page. The resourceVersion that was asked for is sent with the first page only: the continue
 * token carries it, and servers refuse both together.
 */
export class ListPager<T> {
  readonly #fetch: PageSource<T>;
  readonly #pageSize: number;
  readonly #fullListIfExpired: boolean;
  readonly #pageBuffer: number;

  constructor(
    fetch: PageSource<T>,
    { pageSize = 500, fullListIfExpired = true, pageBuffer = 10 }: ListPagerOptions = {},
  ) {
    this.#fetch = fetch;
    this.#pageSize = pageSize;
    this.#fullListIfExpired = fullListIfExpired;
    this.#pageBuffer = pageBuffer;
  }

  /**
   * The whole list. When a later page has expired on the server, it is fetched once more in one piece, at the version
   * first asked for. `paged` says whether it took more than one request.
   */
  async list(
    options: ListOptions = {},
    call: CallOptions = {},
  ): Promise<{ readonly list: KubeList<T>; readonly paged: boolean }> {
    let page = await this.#fetch(this.#firstOptions(options), call);
    if (!page.metadata.continue) return { list: page, paged: false };
    const items = [...page.items];
    const tokens = new Set<string>();
    while (page.metadata.continue) {
      checkToken(page.metadata.continue, tokens);
      throwIfAborted(call.signal);
      try {
        page = await this.#fetch(this.#nextOptions(options, page.metadata.continue), call);
      } catch (error) {
        if (!isResourceExpired(error) || !this.#fullListIfExpired) throw error;
        const { limit: _limit, continue: _continue, ...whole } = options;
        return { list: await this.#fetch(whole, call), paged: true };
      }
      for (const item of page.items) items.push(item);
    }
    return { list: { ...page, items }, paged: true };
  }

  /**
   * The pages as they come, some of them fetched ahead. A page that has expired is an error, because the reader has
   * part of the list already. Leaving the loop ends the fetching.
   */
  pages(options: ListOptions = {}, call: CallOptions = {}): AsyncGenerator<KubeList<T>, void, undefined> {
    const leaving = new AbortController();
    return onReturn(this.#pages(options, call, leaving), () => leaving.abort());
  }

  /** Every item, in order, once. */
  each(options: ListOptions = {}, call: CallOptions = {}): AsyncGenerator<T, void, undefined> {
    const pages = this.pages(options, call);
    return onReturn(itemsOf(pages), () => void pages.return());
  }

  /** `leaving` fires when the reader leaves: also while it waits for a page, which then ends without an error. */
  async *#pages(
    options: ListOptions,
    call: CallOptions,
    leaving: AbortController,
  ): AsyncGenerator<KubeList<T>, void, undefined> {
    const { signal, release } = combineSignals(call.signal, leaving.signal);
    const ahead: Promise<KubeList<T>>[] = [];
    const tokens = new Set<string>();
    let next: ListOptions | undefined = this.#firstOptions(options);
    /** One fetch at a time, because each page names the next; it goes on while the buffer is not full. */
    let fetching = false;
    const fill = (): void => {
      if (fetching || next === undefined || ahead.length > this.#pageBuffer) return;
      const page = this.#fetch(next, { signal }).then((got) => {
        if (got.metadata.continue) checkToken(got.metadata.continue, tokens);
        return got;
      });
      ahead.push(page);
      fetching = true;
      page.then(
        ({ metadata }) => {
          next = metadata.continue ? this.#nextOptions(options, metadata.continue) : undefined;
          fetching = false;
          if (this.#pageBuffer > 0) fill();
        },
        () => {
          next = undefined;
          fetching = false;
        },
      );
    };
    try {
      for (;;) {
        throwIfAborted(call.signal);
        fill();
        const page = ahead.shift();
        if (page === undefined) return;
        const got = await abortable(page, leaving.signal);
        if (this.#pageBuffer > 0) fill();
        yield got;
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    } finally {
      leaving.abort();
      release();
      for (const page of ahead) page.catch(() => {});
    }
  }

  #firstOptions(options: ListOptions): ListOptions {
    return { ...options, limit: options.limit || this.#pageSize };
  }

  #nextOptions(options: ListOptions, token: string): ListOptions {
    const { resourceVersion: _version, resourceVersionMatch: _match, ...rest } = options;
    return { ...rest, limit: options.limit || this.#pageSize, continue: token };
  }
}

async function* itemsOf<T>(pages: AsyncIterable<KubeList<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page.items;
}

/**
 * A pager for a list: `newListPager((options, call) => pods.listPage({ ...options, ...call }))`. Most programs use
 * `for await (const pod of pods.list({ limit: 500 }))`, which reads the pages of one client's list.
 */
export function newListPager<T>(fetch: PageSource<T>, options: ListPagerOptions = {}): ListPager<T> {
  return new ListPager(fetch, options);
}

/** A continue token that comes again would make the list endless. */
function checkToken(token: string, seen: Set<string>): void {
  if (seen.has(token)) throw new ProtocolError("the server sent the same continue token twice: the list has no end");
  seen.add(token);
}
