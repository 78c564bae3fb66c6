import { defineConfig } from "vitest/config";

/**
 * Tests run on the sources: this condition of the packages' `exports` leads to the `.ts` files, one copy of each
 * module.
 */
const conditions = ["client-ts-source", "node", "import", "module", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  // Where vitest itself runs the global set-up.
  environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
  test: {
    include: [
      "packages/*/src/**/*.spec.ts",
      "codegen/src/**/*.spec.ts",
      "conformance/src/**/*.spec.ts",
      "bench/src/**/*.spec.ts",
      "scripts/**/*.spec.ts",
    ],
    globalSetup: ["./scripts/layers/global-setup.ts"],
    reporters: ["default", "./scripts/layers/title-reporter.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
