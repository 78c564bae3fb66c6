import { loadKubeconfig } from "client-ts/kubeconfig";
import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { isBuilt, runChild } from "./child.ts";

const shared = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "shared", namespace: "default", labels: { app: "web" } },
  data: { text: "by both" },
};

describe("two copies of the package in one process, the ESM build and the CommonJS build", () => {
  it("know each other's errors, secrets, kubeconfigs, entries and stores, and share no state (F-K7)", async ({
    skip,
    onTestFinished,
  }) => {
    if (!isBuilt()) {
      console.log("skipped: two copies of the package: it is not built (npm run build)");
      return skip("not built");
    }
    const server = await startApiServer({
      objects: [shared],
    });
    onTestFinished(() => server.close());
    const { kubeconfig, url } = server;
    const config = (await loadKubeconfig({ text: kubeconfig })).restConfig();
    const input = { kubeconfig, url, token: config.bearerToken?.reveal(), ca: String(config.tls?.ca) };
    const { code, output, errors } = await runChild(
      "two-copies.mjs",
      { flags: ["--unhandled-rejections=strict"], input },
      onTestFinished,
    );
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const facts = JSON.parse(output);
    const known = {
      sameClass: false,
      isClientError: [true, true, true, true, true],
      kinds: [true, true, false],
      isNotFound: [true, false, true],
      isAlreadyExists: true,
      isAborted: true,
      statusOf: "NotFound",
      isContextNotFound: true,
      isCredentialError: true,
      isNoMatch: true,
      isVeryShortWatch: true,
      retriesOnConflict: 3,
    };
    const taken = {
      sameSecret: false,
      printed: [false, false, "[redacted]", false],
      withSecret: "by both",
      withKubeconfig: "by both",
      listed: { all: ["shared"], selected: ["shared"], namespaced: ["shared"], missing: true },
      isEntry: [true, true, false],
      requeued: ["default/shared"],
      taken: "by both",
    };
    expect(facts).toEqual({
      distinct: true,
      guards: [known, known],
      objects: [taken, taken],
      together: { after: "by both", closed: true },
      globals: [],
    });
  });
});
