import { ApiError, badRequest, expired, failure } from "./api-error.ts";

/** A resourceVersion of a request as a number; zero for absent. */
export function parseRevision(text: string, what: "list" | "watch" = "list"): number {
  if (text === "") return 0;
  if (!/^[0-9]{1,20}$/.test(text)) {
    const why = `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
    if (what === "watch") throw new ApiError(failure(500, "", why));
    throw badRequest(`invalid resource version: ${why}`);
  }
  return Number(text);
}

/** Where a list continues: after which key, at which revision (`-1`: at the newest). */
export interface ContinuePoint {
  readonly revision: number;
  readonly startKey: string;
}

/** The token that leads to the next page. */
export function encodeContinue(point: ContinuePoint): string {
  const text = JSON.stringify({ v: "meta.k8s.io/v1", rv: point.revision, start: point.startKey });
  return Buffer.from(text).toString("base64url");
}

function invalidToken(why: string): ApiError {
  return badRequest(`invalid continue token: continue key is not valid${why === "" ? "" : `: ${why}`}`);
}

/** Reads a token. One that this server did not write is a bad request. */
export function decodeContinue(token: string): ContinuePoint {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
  } catch {
    throw invalidToken("");
  }
  const { v, rv, start } = (value ?? {}) as { v?: unknown; rv?: unknown; start?: unknown };
  if (v !== "meta.k8s.io/v1")
    throw invalidToken(`server does not recognize this encoded version ${typeof v === "string" ? v : ""}`);
  if (typeof start === "string" && start.split("/").includes("..")) throw invalidToken(start);
  if (rv === 0 || !Number.isSafeInteger(rv)) {
    throw invalidToken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  if (typeof start !== "string" || start === "") throw invalidToken("encoded start key empty (version meta.k8s.io/v1)");
  return { revision: rv as number, startKey: start };
}

/** 410 for a page whose revision is gone, with a token that goes on at the newest one. */
export function continueExpired(startKey: string): Error {
  return expired(
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
      "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing " +
      "with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time " +
      "the first chunk was returned and now may show up in the list.",
    encodeContinue({ revision: -1, startKey }),
  );
}
