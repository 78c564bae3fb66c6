/** The packages while they are not on npm, as `npm install` takes them. */
export const tarballs = "CLONE/test-results/tarballs/*.tgz";

/** What the path of {@link tarballs} stands for. */
export const aboutTarballs = `The packages client-ts and client-ts-testing are not on npm yet: CLONE is a clone of client-ts
in which "npm run build" and "npm run pack:check" made the tarballs. Install both in one command.`;

/** The files of a new operator, by path. */
export function operatorFiles(name: string, version: string): Readonly<Record<string, string>> {
  const kind = name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const plural = `${name.replaceAll("-", "")}s`;
  return {
    "package.json": `${JSON.stringify(packageOf(name, version), undefined, 2)}\n`,
    "tsconfig.json": `${JSON.stringify({ compilerOptions, include: ["src"] }, undefined, 2)}\n`,
    ".gitignore": "dist\nnode_modules\n",
    Dockerfile: dockerfile,
    "README.md": readme(name, kind),
    "src/kind.ts": kindFile(kind, plural),
    "src/manager.ts": managerFile(name, kind),
    "src/main.ts": mainFile(),
    "src/start.ts": startFile(kind),
    "src/manager.test.ts": testFile(kind),
  };
}

function packageOf(name: string, version: string): object {
  return {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    scripts: {
      build: "tsc",
      // Node 22 and 24 take files here and no folder; Node 20 leaves the pattern to the shell.
      test: "npm run build && node --test dist/*.test.js",
      start: "npm run build && node dist/start.js",
      manifests: "npm run --silent build && client-ts manifests dist/manager.js",
    },
    dependencies: { "client-ts": `^${version}` },
    devDependencies: { "@types/node": "^20.19.0", "client-ts-testing": `^${version}`, typescript: "^7.0.2" },
    engines: { node: ">=20.19" },
  };
}

const compilerOptions = {
  target: "es2023",
  module: "nodenext",
  strict: true,
  rootDir: "src",
  outDir: "dist",
  types: ["node"],
};

const dockerfile = `FROM node:24-slim
WORKDIR /app
COPY package*.json ./
RUN npm ci --omit=dev
COPY dist dist
ENV NODE_ENV=production
USER 65532
CMD ["node", "dist/main.js"]
`;

function readme(name: string, kind: string): string {
  return `# ${name}

An operator for ${kind} objects.

    npm install ${tarballs}
    npm test                                   # on an in-memory API server
    npm start                                  # the same, until Ctrl-C; prints how to reach it with kubectl
    npm run manifests -- --image ${name}:1     # RBAC, CustomResourceDefinition and Deployment for a cluster

${aboutTarballs}

    npm run build && docker build -t ${name}:1 .   # the image

A build of the image can use only files of this folder. Until the packages are on npm, copy the tarballs into it before
you build, and add the line COPY tarballs tarballs to the Dockerfile, before npm ci:

    mkdir -p tarballs && cp ${tarballs} tarballs && npm install ./tarballs/*.tgz
`;
}

function kindFile(kind: string, plural: string): string {
  return `import type { CustomResourceDefinition } from "client-ts/api/apiextensions/v1";
import { type Condition, defineResource, type KubeObject } from "client-ts/meta";

/** A ${kind}: the spec that users write and the status that this operator sets. */
export interface ${kind} extends KubeObject {
  spec: { message: string };
  status?: { conditions?: Condition[] };
}

export const ${kind} = defineResource<${kind}>()({
  group: "example.com",
  version: "v1",
  kind: "${kind}",
  plural: "${plural}",
  scope: "Namespaced",
  subresources: ["status"],
});

export const definition: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "${plural}.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "${kind}", listKind: "${kind}List", plural: "${plural}", singular: "${kind.toLowerCase()}" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: { type: "object", required: ["message"], properties: { message: { type: "string" } } },
              status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
            },
          },
        },
      },
    ],
  },
};
`;
}

function managerFile(name: string, kind: string): string {
  return `import type { Client } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { type Manager, type ManagerOptions, newManager } from "client-ts/controller";
import { controllerReferenceTo } from "client-ts/meta";
import { ${kind} } from "./kind.js";

export { definition } from "./kind.js";

/** Gives every ${kind} a ConfigMap with its message. */
export default function newOperator(client: Client, options: ManagerOptions = {}): Manager {
  const manager = newManager(client, {
    leaderElection: { name: "${name}" },
    health: { port: 8081, host: "0.0.0.0" },
    ...options,
  });
  manager.controller(${kind}, {
    owns: [ConfigMap],
    async reconcile(object, ctx) {
      const { name, namespace } = object.metadata;
      const maps = ctx.client.resource(ConfigMap, { namespace });
      const metadata = { name, ownerReferences: [controllerReferenceTo(object)] };
      await maps.apply({ metadata, data: { message: object.spec.message } }, { force: true });
      await ctx.setCondition(object, { type: "Ready", status: "True", reason: "Applied", message: "applied" });
      ctx.log.info("reconciled");
    },
  });
  return manager;
}
`;
}

function mainFile(): string {
  return `// In a cluster, or on the cluster of your kubeconfig, which must have the kind's definition: npm run manifests.
import { connect } from "client-ts";
import { newLogger } from "client-ts/util";
import newOperator from "./manager.js";

const client = await connect({ logger: newLogger({ level: "info" }) });
await newOperator(client).run({ handleSignals: true });
await client.close();
`;
}

function startFile(kind: string): string {
  return `// On an in-memory API server, to try the operator without a cluster. Ends with Ctrl-C.
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "client-ts";
import { newLogger } from "client-ts/util";
import { startApiServer } from "client-ts-testing";
import { definition } from "./kind.js";
import newOperator from "./manager.js";

const server = await startApiServer({ objects: [definition] });
const kubeconfig = join(tmpdir(), \`kubeconfig-\${process.pid}\`);
writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
const client = await connect({ kubeconfigText: server.kubeconfig, logger: newLogger({ level: "info" }) });
const manager = newOperator(client, { leaderElection: undefined, health: undefined });
console.log(\`running: KUBECONFIG=\${kubeconfig} kubectl get ${kind.toLowerCase()}\`);
await manager.run({ handleSignals: true });
await client.close();
await server.close();
rmSync(kubeconfig);
`;
}

function testFile(kind: string): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "client-ts/api/core/v1";
import { runController } from "client-ts-testing";
import { definition, ${kind} } from "./kind.js";
import newOperator from "./manager.js";

test("a ${kind} becomes a ConfigMap", async () => {
  const run = await runController((client, options) => newOperator(client, options), { objects: [definition] });
  try {
    const objects = run.client.resource(${kind}, { namespace: "default" });
    await objects.create({ metadata: { name: "one" }, spec: { message: "hello" } });
    await run.idle();
    const map = await run.client.resource(ConfigMap, { namespace: "default" }).get("one");
    assert.deepEqual(map.data, { message: "hello" });
    assert.equal((await objects.get("one")).status?.conditions?.[0]?.status, "True");
  } finally {
    await run.close();
  }
});
`;
}
