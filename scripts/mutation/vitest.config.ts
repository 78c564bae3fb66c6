import { defineConfig } from "vitest/config";

/** As in the configuration of all tests. */
const conditions = ["client-ts-source", "node", "import", "module", "default"];

/** The specs of one module, for mutation testing: no global set-up, no reports. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [`packages/client-ts/src/${process.env["MUTATION_MODULE"]}/**/*.spec.ts`],
    // Changed sources run slower, and Stryker ends what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
