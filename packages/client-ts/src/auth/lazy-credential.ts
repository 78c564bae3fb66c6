import type { Credential } from "../transport/index.ts";

/**
 * A credential whose code is loaded when the first request needs it: processes, certificates and HTTP cost more to
 * import than the rest of this library.
 */
export function lazyCredential(load: () => Promise<Credential>): Credential {
  const listeners = new Set<() => void>();
  let loading: Promise<Credential> | undefined;
  let stop: (() => void) | undefined;
  let closed = false;
  const get = (): Promise<Credential> => {
    loading ??= load().then(
      (real) => {
        if (!closed)
          stop = real.tls?.onChange(() => {
            for (const listener of [...listeners]) listener();
          });
        return real;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    headers: async (options) => (await get()).headers(options),
    onUnauthorized: async (options) => (await (await get()).onUnauthorized?.(options)) ?? false,
    tls: {
      current: async (options) => (await get()).tls?.current(options),
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    close() {
      closed = true;
      stop?.();
      listeners.clear();
      void loading?.then(
        (real) => real.close?.(),
        () => {},
      );
    },
  };
}
