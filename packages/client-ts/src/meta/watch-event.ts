/** What a watch delivers. An error ends the watch and is thrown, not delivered. */
export type WatchEvent<T> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: T }
  | {
      readonly type: "BOOKMARK";
      /** Everything up to here was sent. */
      readonly resourceVersion: string;
      /** Set on the bookmark that ends the initial events of a streaming list. */
      readonly initialEventsEnd?: true;
    };
