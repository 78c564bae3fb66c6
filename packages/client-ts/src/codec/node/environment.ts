/**
 * Whether `NODE_ENV` is `production`: then objects that a cache hands out are not frozen unless an option asks for it.
 */
export function isProduction(): boolean {
  return process.env["NODE_ENV"] === "production";
}

/** The scanner that `CLIENT_TS_SCANNER` asks for; `"auto"` when it does not say. */
export function scannerFromEnvironment(): "auto" | "wasm" | "js" {
  const choice = process.env["CLIENT_TS_SCANNER"];
  return choice === "wasm" || choice === "js" ? choice : "auto";
}
