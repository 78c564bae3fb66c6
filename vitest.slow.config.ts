import { defineConfig, mergeConfig } from "vitest/config";
import fast, { include, slow } from "./vitest.config.ts";

/** The specs that `npm test` leaves out, so that it ends within five minutes: `npm run test:slow`. */
export default mergeConfig(
  { ...fast, test: { ...fast.test, include: [], exclude: [] } },
  defineConfig({ test: { include: include.map((pattern) => pattern.replace("*.spec.ts", slow)) } }),
);
