import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { newClient } from "../client/index.ts";
import { defineCustomResource } from "../codegen/index.ts";
import { newManager } from "../controller/index.ts";
import { runInitCommand } from "./init-command.ts";
import { runManifestsCommand } from "./manifests-command.ts";

interface Output {
  readonly printed: string[];
  readonly reported: string[];
}

function io(): Output & { print(line: string): void; report(line: string): void; signal: AbortSignal } {
  const [printed, reported]: [string[], string[]] = [[], []];
  return {
    printed,
    reported,
    print: (line) => void printed.push(line),
    report: (line) => void reported.push(line),
    signal: new AbortController().signal,
  };
}

const operator = fileURLToPath(new URL("../../../../examples/operator/manager.ts", import.meta.url));

describe("client-ts manifests", () => {
  it("prints the definition, the permissions of the declared kinds and verbs, and the Deployment", async () => {
    const output = io();
    expect(await runManifestsCommand([operator, "--image", "web:1", "--namespace", "sites"], output)).toBe(0);
    const documents = parseAllDocuments(output.printed.join("\n")).map((document) => document.toJS());
    expect(documents.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ""}/${metadata.name}`)).toEqual([
      "CustomResourceDefinition /websites.example.com",
      "Namespace /sites",
      "ServiceAccount sites/websites",
      "ClusterRole /websites",
      "ClusterRoleBinding /websites",
      "Role sites/websites-leader-election",
      "RoleBinding sites/websites-leader-election",
      "ClusterRole /websites-websites",
      "ClusterRoleBinding /websites-websites",
      "Role sites/websites-websites",
      "RoleBinding sites/websites-websites",
      "Deployment sites/websites",
      "Service sites/websites-websites",
      "MutatingWebhookConfiguration /websites",
      "ValidatingWebhookConfiguration /websites",
    ]);
    // The certificate that the replicas share is in one Secret of their own namespace.
    expect(documents[9].rules).toEqual([
      { apiGroups: [""], resources: ["secrets"], verbs: ["get", "create", "update"] },
    ]);
    const rules = Object.fromEntries(
      documents[3].rules.map(({ apiGroups, resources, verbs }: Record<string, string[]>) => [
        `${apiGroups}/${resources}`,
        verbs?.join(" "),
      ]),
    );
    const writes = "get list watch create update patch delete";
    expect(rules).toEqual({
      "example.com/websites": "get list watch patch",
      "example.com/websites/finalizers": "update",
      "example.com/websites/status": "get patch update",
      "apps/deployments": writes,
      "/services": writes,
      "/configmaps": writes,
      "/events": "create patch update",
      "events.k8s.io/events": "create patch update",
    });
    const { spec } = documents[11];
    expect(spec.replicas).toBe(2);
    const [container] = spec.template.spec.containers;
    expect(container).toMatchObject({
      image: "web:1",
      livenessProbe: { httpGet: { path: "/healthz", port: 8081 } },
      readinessProbe: { httpGet: { path: "/readyz", port: 8081 } },
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    });
    // The metrics are on loopback: nothing outside can reach them, so they have neither a port nor a Service.
    expect(container.ports).toEqual([
      { name: "health", containerPort: 8081 },
      { name: "websites", containerPort: 9443 },
    ]);
  });

  it("permits a manager that shares its work the Leases of its shards, and deletes those of its replicas", () => {
    const client = newClient({ host: "http://server.test" });
    const manager = newManager(client, { name: "websites", sharding: { shards: 16 } });
    const objects = manager.manifests({ image: "web:1" });
    const role = objects.find(({ metadata }) => metadata?.name === "websites-sharding");
    expect(role).toMatchObject({
      kind: "Role",
      metadata: { namespace: "websites" },
      rules: [{ resources: ["leases"], verbs: ["get", "list", "watch", "create", "update", "patch", "delete"] }],
    });
    expect(objects.find(({ kind }) => kind === "Deployment")).toMatchObject({ spec: { replicas: 3 } });
  });

  it("prints the definitions of kinds that defineCustomResource made, and names those that are missing", async () => {
    const scratch = mkdtempSync(join(tmpdir(), "client-ts-manifests-"));
    const websites = defineCustomResource({
      group: "shop.example.com",
      kind: "Website",
      plural: "websites",
      scope: "Namespaced",
      versions: { v1: { schema: { type: "object" } } },
    });
    const finalizers = { apiGroups: ["shop.example.com"], resources: ["websites/finalizers"], verbs: ["update"] };
    const role = { kind: "ClusterRole", metadata: { name: "shop" }, rules: [finalizers] };
    const write = (file: string, exported: unknown): string => {
      const path = join(scratch, file);
      const text = `export default { manifests: () => [${JSON.stringify(role)}] };`;
      writeFileSync(path, `${text} export const exported = ${JSON.stringify(exported)};`);
      return path;
    };
    try {
      for (const [file, exported] of Object.entries({ "kind.mjs": websites, "both.mjs": [websites, websites.crd] })) {
        const output = io();
        expect(await runManifestsCommand([write(file, exported), "--image", "x"], output)).toBe(0);
        const documents = parseAllDocuments(output.printed.join("\n")).map((document) => document.toJS());
        expect(documents).toEqual([JSON.parse(JSON.stringify(websites.crd)), role]);
        expect(output.reported).toEqual([]);
      }
      const output = io();
      expect(await runManifestsCommand([write("none.mjs", 1), "--image", "x"], output)).toBe(0);
      expect(output.reported.join()).toContain("the CustomResourceDefinition websites.shop.example.com is not among");
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });

  it("explains a wrong call and a module without a manager", async () => {
    const calls: [string[], number, RegExp][] = [
      [[], 2, /client-ts manifests FILE/],
      [[operator], 2, /--image IMAGE/],
      [[operator, "--image", "x", "--replicas", "many"], 2, /--replicas N/],
      [[operator, "--imagine", "x"], 2, /imagine/],
      [[fileURLToPath(import.meta.resolve("yaml")), "--image", "x"], 1, /must export a manager/],
    ];
    for (const [argv, code, message] of calls) {
      const output = io();
      expect(await runManifestsCommand(argv, output)).toBe(code);
      expect(output.reported.join("\n")).toMatch(message);
    }
  });
});

describe("client-ts init operator", () => {
  it("writes a project whose names fit, and refuses names and folders that do not", async ({ onTestFinished }) => {
    const scratch = mkdtempSync(join(tmpdir(), "client-ts-init-"));
    const before = process.cwd();
    process.chdir(scratch);
    onTestFinished(() => {
      process.chdir(before);
      rmSync(scratch, { recursive: true });
    });
    const output = io();
    expect(await runInitCommand(["operator", "guest-book"], output)).toBe(0);
    expect(readdirSync("guest-book").sort()).toEqual([
      ".gitignore",
      "Dockerfile",
      "README.md",
      "package.json",
      "src",
      "tsconfig.json",
    ]);
    // Node 22 and 24 refuse a folder after --test.
    const { scripts } = JSON.parse(readFileSync("guest-book/package.json", "utf8"));
    expect(scripts.test).toBe("npm run build && node --test dist/*.test.js");
    expect(readFileSync("guest-book/src/kind.ts", "utf8")).toContain('plural: "guestbooks"');
    const { dependencies } = JSON.parse(readFileSync("guest-book/package.json", "utf8"));
    expect(dependencies["client-ts"]).toMatch(/^\^\d+\.\d+\.\d+$/);
    for (const text of [output.printed.join("\n"), readFileSync("guest-book/README.md", "utf8")])
      expect(text).toContain("npm install CLONE/test-results/tarballs/*.tgz");
    // Without the dot npm would take the path for a repository.
    expect(readFileSync("guest-book/README.md", "utf8")).toContain("npm install ./tarballs/*.tgz");
    expect(await runInitCommand(["operator", "guest-book"], output)).toBe(1);
    for (const argv of [[], ["operator"], ["operator", "../up"], ["operator", "Upper"], ["app", "x"]])
      expect(await runInitCommand(argv, output)).toBe(2);
  });
});
