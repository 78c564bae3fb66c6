import type { Interceptor } from "client-ts/rest";
import { verbOf } from "../apiserver/dispatch.ts";
import { parseApiPath } from "../apiserver/request-path.ts";

/** The verbs of requests, as authorization names them. */
export type RequestVerb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/**
 * For each verb, what stands between the client and the server: it gets the next step and gives a step in its place.
 * `{ create: () => async () => { throw new Error("no") } }` lets every create fail.
 */
export type VerbInterceptors = { readonly [V in RequestVerb]?: Interceptor | undefined };

/** One interceptor of requests from one for each verb. */
export function verbInterceptor(interceptors: VerbInterceptors): Interceptor {
  return (next) => {
    const steps = Object.fromEntries(
      Object.entries(interceptors).map(([verb, interceptor]) => [verb, interceptor?.(next) ?? next]),
    );
    return (request) => {
      const [pathname = "", query = ""] = request.path.split("?", 2);
      const path = parseApiPath(pathname);
      const verb = path === undefined ? undefined : verbOf(request.method, path, new URLSearchParams(query));
      return ((verb !== undefined && steps[verb]) || next)(request);
    };
  };
}
