import { defineConfig } from "vitest/config";

/** As in the configuration of all tests. */
const conditions = ["client-ts-source", "node", "import", "module", "default"];

/** The specs of one module or of some of its folders, for mutation testing: no global set-up, no reports. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: (process.env["MUTATION_SPECS"] ?? "").split(","),
    exclude: ["**/*.slow.spec.ts"],
    // The library is loaded once for all specs: loading it again for each took most of the time.
    isolate: false,
    // Changed sources run slower, and Stryker ends what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
