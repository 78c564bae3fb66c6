import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";
import { as, bind, maps, role, subject } from "./rbac-objects.ts";

const base = "/apis/admissionregistration.k8s.io/v1";

interface PolicyParts {
  readonly spec: Json;
  readonly binding?: Json;
  /** A write that the policy refuses once the server follows it. */
  readonly probe?: Json;
}

const rule = (operations: string[], resources: string[] = ["configmaps"], apiGroups: string[] = [""]): Json => ({
  apiGroups,
  apiVersions: ["*"],
  operations,
  resources,
});

/** Makes a policy with a binding for the namespace of the scenario, and waits until the server follows it. */
async function policy(s: Stage, name: string, { spec, binding = {}, probe }: PolicyParts): Promise<void> {
  const full = `${name}-${s.run}`;
  await s.given(`${base}/validatingadmissionpolicies`, {
    metadata: { name: full },
    spec: {
      failurePolicy: "Fail",
      ...spec,
      matchConstraints: { resourceRules: [rule(["CREATE", "UPDATE"])], ...spec.matchConstraints },
    },
  });
  await s.given(`${base}/validatingadmissionpolicybindings`, {
    metadata: { name: `${full}-binding` },
    spec: {
      policyName: full,
      validationActions: ["Deny"],
      ...binding,
      matchResources: {
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": s.namespace } },
        ...binding.matchResources,
      },
    },
  });
  const wanted = probe ?? map("probe", { data: { probe: "refused" } });
  // The real server follows the end of a policy late: what an earlier scenario left may still refuse the write.
  const others = new RegExp(`ValidatingAdmissionPolicy '(?!${full}')`);
  await s.settle(s.in("configmaps"), wanted, ({ status, body, headers }) => {
    const text = `${JSON.stringify(body)} ${headers.warning ?? ""}`;
    return (status >= 400 || headers.warning !== undefined) && text.includes(full) && !others.test(text);
  });
}

const map = (name: string, more: Json = {}): Json => ({ metadata: { name }, ...more });
const notProbe = "!has(object.data) || !('probe' in object.data)";
const unprobed = { expression: notProbe, message: "no probes" };
const kindOf = { pick: ({ kind }: Json): unknown => kind };

/** Tries to make a policy with one validation; nothing is stored. */
function tryPolicy(s: Stage, validation: Json, more: Json = {}): Promise<unknown> {
  const matchConstraints = { resourceRules: [rule(["CREATE"])] };
  const object = {
    metadata: { name: `broken-${s.run}` },
    spec: { matchConstraints, validations: [validation], ...more },
  };
  return s.post(`${base}/validatingadmissionpolicies?dryRun=All`, object, kindOf);
}

/** ValidatingAdmissionPolicies and their bindings. */
export const policies: readonly Scenario[] = [
  {
    title: "refuses what a policy forbids, with its message",
    async run(s) {
      await policy(s, "message", {
        spec: { validations: [unprobed, { expression: "object.metadata.name != 'bad'", message: "not this name" }] },
      });
      await s.post(s.in("configmaps"), map("bad"));
      await s.post(s.in("configmaps"), map("good"), kindOf);
    },
  },
  {
    title: "shows the expression when a policy has no message",
    async run(s) {
      await policy(s, "plain", { spec: { validations: [{ expression: notProbe }] } });
      await s.post(s.in("configmaps"), map("a", { data: { probe: "x" } }));
    },
  },
  {
    title: "makes the message of a policy from an expression",
    async run(s) {
      await policy(s, "expression", {
        spec: {
          validations: [
            {
              expression: notProbe,
              message: "fixed",
              messageExpression: "'no probe in ' + object.metadata.name + ', got ' + object.data.probe",
            },
            {
              expression: "object.metadata.name != 'b'",
              message: "fixed",
              messageExpression: "string(object.data.missing)",
            },
          ],
        },
      });
      await s.post(s.in("configmaps"), map("a", { data: { probe: "x" } }));
      await s.post(s.in("configmaps"), map("b"));
    },
  },
  {
    title: "answers with the reason that a policy gives",
    async run(s) {
      const named = (reason: string): Json => ({
        expression: `object.metadata.name != '${reason.toLowerCase()}'`,
        message: "no",
        reason,
      });
      const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
      await policy(s, "reason", { spec: { validations: [unprobed, ...reasons.map(named)] } });
      for (const reason of reasons) await s.post(s.in("configmaps"), map(reason.toLowerCase()));
    },
  },
  {
    title: "warns instead of refusing when the binding says so",
    async run(s) {
      await policy(s, "warn", { spec: { validations: [unprobed] }, binding: { validationActions: ["Warn"] } });
      await s.post(s.in("configmaps"), map("a", { data: { probe: "x" } }), kindOf);
    },
  },
  {
    title: "shows policies the old state of an object",
    async run(s) {
      const kept = "oldObject == null || object.data.a == oldObject.data.a";
      await policy(s, "old", { spec: { validations: [unprobed, { expression: kept, message: "a is fixed" }] } });
      await s.given(s.in("configmaps"), map("x", { data: { a: "1" } }));
      await s.patch(s.in("configmaps", "x"), { data: { a: "2" } });
      await s.patch(s.in("configmaps", "x"), { data: { b: "2" } }, "merge", kindOf);
    },
  },
  {
    title: "asks policies about deletions",
    async run(s) {
      await policy(s, "delete", {
        spec: {
          matchConstraints: { resourceRules: [rule(["CREATE", "DELETE"])] },
          validations: [
            { expression: `request.operation != 'CREATE' || ${notProbe}`, message: "no probes" },
            {
              expression: "request.operation != 'DELETE' || !oldObject.metadata.name.startsWith('keep')",
              message: "kept",
            },
          ],
        },
      });
      await s.given(s.in("configmaps"), map("keep-me"));
      await s.given(s.in("configmaps"), map("drop-me"));
      await s.delete(s.in("configmaps", "keep-me"));
      await s.delete(s.in("configmaps", "drop-me"), undefined, kindOf);
    },
  },
  {
    title: "lets policies name parts of their expressions",
    async run(s) {
      await policy(s, "variables", {
        spec: {
          variables: [
            { name: "data", expression: "has(object.data) ? object.data : {}" },
            { name: "count", expression: "size(variables.data)" },
          ],
          validations: [
            { expression: "!('probe' in variables.data)", message: "no probes" },
            { expression: "variables.count < 2", messageExpression: "'too many: ' + string(variables.count)" },
          ],
        },
      });
      await s.post(s.in("configmaps"), map("a", { data: { a: "1", b: "2" } }));
      await s.post(s.in("configmaps"), map("b", { data: { a: "1" } }), kindOf);
    },
  },
  {
    title: "skips a policy whose conditions do not hold",
    async run(s) {
      await policy(s, "conditions", {
        spec: {
          matchConditions: [{ name: "not-free", expression: "!object.metadata.name.startsWith('free')" }],
          validations: [unprobed],
        },
      });
      await s.post(s.in("configmaps"), map("free", { data: { probe: "x" } }), kindOf);
      await s.post(s.in("configmaps"), map("bound", { data: { probe: "x" } }));
    },
  },
  {
    title: "refuses when an expression of a policy fails, or lets pass when told to",
    async run(s) {
      const validations = [unprobed, { expression: "object.data.missing == 'x'", message: "never shown" }];
      await policy(s, "fails", { spec: { validations } });
      await s.post(s.in("configmaps"), map("a", { data: { a: "1" } }));
      await s.quietly(() => s.delete(`${base}/validatingadmissionpolicybindings/fails-${s.run}-binding`));
      await policy(s, "ignores", { spec: { failurePolicy: "Ignore", validations } });
      await s.settle(s.in("configmaps"), map("a", { data: { a: "1" } }), ({ status }) => status === 201);
      await s.post(s.in("configmaps"), map("a", { data: { a: "1" } }), kindOf);
    },
  },
  {
    title: "gives policies the parameters that their binding names",
    async run(s) {
      await s.given(s.in("configmaps"), map("limits", { data: { most: "2" } }));
      await policy(s, "params", {
        spec: {
          paramKind: { apiVersion: "v1", kind: "ConfigMap" },
          validations: [
            unprobed,
            {
              expression: "!has(object.data) || size(object.data) <= int(params.data.most)",
              messageExpression: "'at most ' + params.data.most",
            },
          ],
        },
        binding: {
          paramRef: { name: "limits", namespace: s.namespace, parameterNotFoundAction: "Deny" },
        },
      });
      await s.post(s.in("configmaps"), map("a", { data: { a: "1", b: "2", c: "3" } }));
      await s.post(s.in("configmaps"), map("b", { data: { a: "1" } }), kindOf);
    },
  },
  {
    title: "refuses when the parameters of a policy are missing, or lets pass when told to",
    async run(s) {
      const spec = { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, validations: [{ expression: "true" }] };
      const paramRef = { name: "nothing", namespace: s.namespace };
      await policy(s, "absent", { spec, binding: { paramRef: { ...paramRef, parameterNotFoundAction: "Deny" } } });
      await s.post(s.in("configmaps"), map("a"));
    },
  },
  {
    title: "shows policies the namespace and the user of a request",
    async run(s) {
      await policy(s, "request", {
        spec: {
          validations: [
            unprobed,
            {
              expression: "object.metadata.name != 'who'",
              messageExpression:
                "request.operation + ' ' + request.resource.resource + ' in ' + namespaceObject.metadata.name + " +
                "' kind ' + request.kind.kind + ' name ' + request.name + ' dry ' + string(request.dryRun)",
            },
            {
              expression: "object.metadata.name != 'groups'",
              messageExpression: "string('system:masters' in request.userInfo.groups)",
            },
          ],
        },
      });
      await s.post(s.in("configmaps"), map("who"));
      await s.post(s.in("configmaps"), map("groups"));
    },
  },
  {
    title: "follows policies about objects with certain labels only",
    async run(s) {
      await policy(s, "labels", {
        spec: {
          matchConstraints: { objectSelector: { matchLabels: { strict: "yes" } } },
          validations: [unprobed],
        },
        probe: map("probe", { metadata: { name: "probe", labels: { strict: "yes" } }, data: { probe: "x" } }),
      });
      await s.post(s.in("configmaps"), map("a", { data: { probe: "x" } }), kindOf);
      await s.post(s.in("configmaps"), { metadata: { name: "b", labels: { strict: "yes" } }, data: { probe: "x" } });
    },
  },
  {
    title: "follows policies about custom groups, subresources and names",
    async run(s) {
      await policy(s, "scale", {
        spec: {
          matchConstraints: {
            resourceRules: [
              rule(["CREATE"]),
              rule(["CREATE", "UPDATE"], ["deployments"], ["apps"]),
              { ...rule(["UPDATE"]), resourceNames: ["named"] },
            ],
          },
          validations: [
            {
              expression: `object.kind != 'ConfigMap' || request.operation != 'CREATE' || ${notProbe}`,
              message: "no probes",
            },
            { expression: "object.kind != 'Deployment' || object.spec.replicas <= 5", message: "too many replicas" },
            { expression: "request.name != 'named' || request.operation != 'UPDATE'", message: "not this one" },
          ],
        },
      });
      const deployment = (replicas: number): Json => ({
        metadata: { name: "d" },
        spec: {
          replicas,
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i:1" }] } },
        },
      });
      await s.post(s.in("apps/v1/deployments"), deployment(6));
      await s.post(s.in("apps/v1/deployments"), deployment(5), kindOf);
      for (const name of ["named", "other"]) {
        await s.given(s.in("configmaps"), map(name));
        await s.patch(s.in("configmaps", name), { data: { a: "b" } }, "merge", kindOf);
      }
    },
  },
  {
    title: "lets policies ask what the user of a request may do",
    async run(s) {
      const mayGet = maps(["get"], { resources: ["secrets"], resourceNames: ["known"] });
      await role(s, "asked", [maps(["create"]), mayGet]);
      await bind(s, "asked", "asked", [subject(s, "User", "asked")]);
      const secrets = "authorizer.group('').resource('secrets').namespace(namespaceObject.metadata.name)";
      const checks: Record<string, string> = {
        named: `${secrets}.name('known').check('get')`,
        unnamed: `${secrets}.check('get')`,
        scale: "authorizer.group('apps').resource('deployments').subresource('scale').check('update')",
        own: "authorizer.requestResource.check('create')",
        other: "authorizer.requestResource.check('deletecollection')",
        path: "authorizer.path('/healthz').check('get')",
        account: "authorizer.serviceAccount('default', 'default').group('').resource('pods').check('list')",
        empty: "authorizer.group('').resource(' ').check('get')",
        broken: "authorizer.serviceAccount('Not_Valid', 'default').group('').resource('pods').check('list')",
      };
      const validations = Object.entries(checks).map(([name, check]) => ({
        expression: `object.metadata.name != '${name}' || ${check}.allowed()`,
        message: `no ${name}`,
      }));
      await policy(s, "authorizer", { spec: { validations: [unprobed, ...validations] } });
      for (const name of Object.keys(checks)) {
        await s.post(`${s.in("configmaps")}?dryRun=All`, map(name), kindOf);
        await s.post(`${s.in("configmaps")}?dryRun=All`, map(name), { ...kindOf, ...as(s, "asked") });
      }
    },
  },
  {
    title: "refuses policies with an expression, reason or name that is not valid",
    async run(s) {
      const attempt = (validation: Json, more: Json = {}): Promise<unknown> => tryPolicy(s, validation, more);
      await attempt({ expression: "true" });
      await attempt({ expression: "" });
      await attempt({ expression: "true", reason: "Other" });
      await attempt({ expression: "true" }, { failurePolicy: "Maybe" });
      await attempt({ expression: "true" }, { variables: [{ name: "1a", expression: "true" }] });
    },
  },
  {
    title: "refuses policies whose expressions cannot be compiled",
    async run(s) {
      const attempt = (validation: Json, more: Json = {}): Promise<unknown> => tryPolicy(s, validation, more);
      await attempt({ expression: "object.metadata.name == nothing" });
      await attempt({ expression: "1 + 1" });
      await attempt({ expression: "object.metadata.name" });
      await attempt({ expression: "true", messageExpression: "1" });
      await attempt({ expression: "true" }, { variables: [{ name: "a", expression: "missing" }] });
      await attempt({ expression: "true" }, { matchConditions: [{ name: "a", expression: "'text'" }] });
    },
  },
  {
    title: "refuses policies whose expressions cannot be read",
    words: false,
    async run(s) {
      for (const expression of ["object.", "true &&", "(true", "object.metadata.name ==== 'a'", "'unfinished"]) {
        await s.post(
          `${base}/validatingadmissionpolicies?dryRun=All`,
          {
            metadata: { name: `unread-${s.run}` },
            spec: { matchConstraints: { resourceRules: [rule(["CREATE"])] }, validations: [{ expression }] },
          },
          kindOf,
        );
      }
    },
  },
];
