import { configDefaults, defineConfig, type ViteUserConfig } from "vitest/config";

/**
 * Tests run on the sources: the first condition of the packages' `exports` leads to the `.ts` files, one copy of each
 * module. The others are Node's own: `module` is for bundlers, and what it leads to does not always load in Node.
 */
const conditions = ["client-ts-source", "node", "import", "default"];

/** Where specs are. */
export const include: string[] = [
  "packages/*/src/**/*.spec.ts",
  "codegen/src/**/*.spec.ts",
  "conformance/src/**/*.spec.ts",
  "bench/src/**/*.spec.ts",
  "scripts/**/*.spec.ts",
];

/** The name of a spec that takes long, for itself or because there are many; `npm run test:slow` runs these. */
export const slow = "*.slow.spec.ts";

const config: ViteUserConfig = defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  // Where vitest itself runs the global set-up.
  environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
  test: {
    include,
    exclude: [...configDefaults.exclude, `**/${slow}`],
    globalSetup: ["./scripts/layers/global-setup.ts"],
    reporters: ["default", "./scripts/layers/title-reporter.ts"],
    pool: "forks",
    // One more than the cores of the smallest machine: specs that wait for a server's timeout use no processor.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is polled comes late on a busy machine; the default is one second.
    expect: { poll: { timeout: 20_000 } },
  },
});

export default config;
