import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

const base = "/apis/admissionregistration.k8s.io/v1";

const rule = (resources: string[] = ["configmaps"], apiGroups: string[] = [""]): Json => ({
  apiGroups,
  apiVersions: ["*"],
  operations: ["CREATE", "UPDATE"],
  resources,
});

const applied = (expression: string): Json => ({ patchType: "ApplyConfiguration", applyConfiguration: { expression } });
const patched = (expression: string): Json => ({ patchType: "JSONPatch", jsonPatch: { expression } });
const map = (name: string, data?: Json): Json => ({ metadata: { name }, data });

interface PolicyParts {
  readonly spec: Json;
  readonly binding?: Json;
}

/** Makes a policy with a binding for the namespace of the scenario, and waits until the server follows it. */
async function policy(s: Stage, name: string, { spec, binding = {} }: PolicyParts): Promise<void> {
  const full = `${name}-${s.run}`;
  // Objects of this name get a mark, by which one sees that the policy is followed.
  const mark = applied(
    `object.metadata.name == 'probe' ? Object{metadata: Object.metadata{labels: {"${name}": "followed"}}} : Object{}`,
  );
  await s.given(`${base}/mutatingadmissionpolicies`, {
    metadata: { name: full },
    spec: {
      failurePolicy: "Fail",
      reinvocationPolicy: "Never",
      ...spec,
      matchConstraints: { resourceRules: [rule()], ...spec.matchConstraints },
      mutations: [mark, ...spec.mutations],
    },
  });
  await s.given(`${base}/mutatingadmissionpolicybindings`, {
    metadata: { name: `${full}-binding` },
    spec: {
      policyName: full,
      ...binding,
      matchResources: { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": s.namespace } } },
    },
  });
  await s.settle(
    s.in("configmaps"),
    map("probe", { probe: "yes" }),
    ({ status, body }) =>
      body?.metadata?.labels?.[name] === "followed" || (status >= 400 && body.message.includes(full)),
  );
}

const contents = { pick: ({ metadata, data, spec }: Json): unknown => ({ ...shownMeta(metadata), data, spec }) };

function shownMeta({ labels, annotations }: Json): Json {
  return { labels, annotations };
}

const owned = {
  pick: ({ metadata, data }: Json): unknown => ({
    data,
    managedFields: metadata.managedFields.map(({ manager, operation, fieldsV1 }: Json) => ({
      manager,
      operation,
      fieldsV1,
    })),
  }),
};

/** MutatingAdmissionPolicies and their bindings. */
export const mutatingPolicies: readonly Scenario[] = [
  {
    title: "applies the configuration of a policy to new and changed objects",
    async run(s) {
      await policy(s, "apply", {
        spec: {
          mutations: [
            applied(`Object{
              metadata: Object.metadata{
                labels: {"team": "a"},
                annotations: {"for": object.metadata.name + "/" + request.operation},
              },
            }`),
            applied(
              `Object{data: {"size": string(has(object.data) ? size(object.data) : 0), "label": string(object.metadata.labels.team)}}`,
            ),
          ],
        },
      });
      await s.post(s.in("configmaps"), map("a", { x: "1" }), contents);
      await s.post(s.in("configmaps"), { metadata: { name: "b", labels: { team: "b", mine: "1" } } }, contents);
      await s.patch(s.in("configmaps", "a"), { data: { y: "2" } }, "merge", contents);
    },
  },
  {
    title: "does not make policies owners of the fields that they set",
    managedFields: true,
    async run(s) {
      await policy(s, "owners", { spec: { mutations: [applied(`Object{data: {"set": "by " + request.operation}}`)] } });
      await s.post(`${s.in("configmaps")}?fieldManager=one`, map("a", { x: "1" }), owned);
      await s.patch(`${s.in("configmaps", "a")}?fieldManager=two`, { data: { y: "2" } }, "merge", owned);
    },
  },
  {
    title: "changes objects by the JSON patch of a policy",
    async run(s) {
      await policy(s, "json", {
        spec: {
          mutations: [
            patched(`[
              JSONPatch{op: "test", path: "/data/kind", value: "old"},
              JSONPatch{op: "replace", path: "/data/kind", value: "new"},
              JSONPatch{op: "add", path: "/metadata/labels", value: {"l": "1"}},
              JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("example.com/a"), value: "2"},
              JSONPatch{op: "move", from: "/data/from", path: "/data/to"},
              JSONPatch{op: "copy", from: "/data/kind", path: "/data/copy"},
            ]`),
            patched(`has(object.data.drop) ? [JSONPatch{op: "remove", path: "/data/drop"}] : []`),
          ],
        },
      });
      await s.post(s.in("configmaps"), map("a", { kind: "old", from: "f", drop: "d" }), contents);
      await s.post(s.in("configmaps"), map("b", { kind: "other", from: "f", drop: "d" }), contents);
    },
  },
  {
    title: "refuses an object to which the JSON patch of a policy cannot be applied",
    words: false,
    async run(s) {
      await policy(s, "moves", {
        spec: {
          mutations: [patched(`[JSONPatch{op: "move", from: "/data/from", path: "/data/to"}]`)],
        },
      });
      await s.post(s.in("configmaps"), map("c", { kind: "old" }), contents);
    },
  },
  {
    title: "merges lists of a policy by their keys, as apply does",
    async run(s) {
      await policy(s, "lists", {
        spec: {
          matchConstraints: { resourceRules: [rule(), rule(["deployments"], ["apps"])] },
          mutations: [
            applied(`object.kind != "Deployment" ? Object{} : Object{
              spec: Object.spec{
                replicas: object.spec.replicas + 1,
                template: Object.spec.template{
                  spec: Object.spec.template.spec{
                    containers: [
                      Object.spec.template.spec.containers{name: "sidecar", image: "sidecar:1"},
                      Object.spec.template.spec.containers{
                        name: "c",
                        env: [Object.spec.template.spec.containers.env{name: "ADDED", value: "1"}],
                      },
                    ],
                  },
                },
              },
            }`),
          ],
        },
      });
      await s.post(
        s.in("apps/v1/deployments"),
        {
          metadata: { name: "d" },
          spec: {
            replicas: 1,
            selector: { matchLabels: { a: "b" } },
            template: {
              metadata: { labels: { a: "b" } },
              spec: { containers: [{ name: "c", image: "i:1", env: [{ name: "OWN", value: "0" }] }] },
            },
          },
        },
        contents,
      );
    },
  },
  {
    title: "follows the conditions, variables and parameters of a policy that changes objects",
    async run(s) {
      await s.given(s.in("configmaps"), map("limits", { most: "2" }));
      await policy(s, "parts", {
        spec: {
          paramKind: { apiVersion: "v1", kind: "ConfigMap" },
          matchConditions: [{ name: "not-free", expression: "!object.metadata.name.startsWith('free')" }],
          variables: [
            { name: "most", expression: "int(params.data.most)" },
            { name: "count", expression: "has(object.data) ? size(object.data) : 0" },
          ],
          mutations: [
            applied(`Object{data: {"state": variables.count > variables.most ? "over" : "within"}}`),
            applied(
              `Object{metadata: Object.metadata{?generateName: optional.none(), ?labels: optional.of({"o": "1"})}}`,
            ),
          ],
        },
        binding: { paramRef: { name: "limits", namespace: s.namespace, parameterNotFoundAction: "Deny" } },
      });
      await s.post(s.in("configmaps"), map("a", { a: "1", b: "2", c: "3" }), contents);
      await s.post(s.in("configmaps"), map("b", { a: "1" }), contents);
      await s.post(s.in("configmaps"), map("free"), contents);
    },
  },
  {
    title: "refuses when an expression that changes objects fails, or leaves the object when told to",
    async run(s) {
      const mutations = [
        applied(`Object{data: {"a": object.metadata.name == 'probe' ? "" : object.data.missing}}`),
        applied(`Object{data: {"b": "set"}}`),
      ];
      await policy(s, "fails", { spec: { mutations } });
      await s.post(s.in("configmaps"), map("a", { x: "1" }));
      await s.quietly(() => s.delete(`${base}/mutatingadmissionpolicybindings/fails-${s.run}-binding`));
      await policy(s, "ignores", { spec: { failurePolicy: "Ignore", mutations } });
      await s.settle(s.in("configmaps"), map("a", { x: "1" }), ({ status }) => status === 201);
      await s.post(s.in("configmaps"), map("a", { x: "1" }), contents);
    },
  },
  {
    title: "refuses a policy's configuration of atomic fields, unknown fields and wrong types",
    async run(s) {
      const when = (name: string, expression: string): Json =>
        applied(`object.metadata.name == '${name}' ? ${expression} : Object{}`);
      await policy(s, "wrong", {
        spec: {
          matchConstraints: { resourceRules: [rule(["configmaps", "services"])] },
          mutations: [
            when(
              "atomic",
              `Object{metadata: Object.metadata{ownerReferences: [Object.metadata.ownerReferences{uid: "u"}]}}`,
            ),
            when("selector", `Object{spec: Object.spec{selector: {"a": "b"}}}`),
            when("unknown", `Object{nothing: "here"}`),
            when("mismatch", `Object{metadata: Object.spec{labels: {"a": "b"}}}`),
            when("missing", `Object{data: {"a": object.data.nothing}}`),
          ],
        },
      });
      for (const name of ["atomic", "unknown", "mismatch", "missing"])
        await s.post(s.in("configmaps"), map(name, { x: "1" }), contents);
      await s.post(s.in("services"), { metadata: { name: "selector" }, spec: { ports: [{ port: 80 }] } });
    },
  },
  {
    title: "asks a policy again that wants to see what later ones changed",
    async run(s) {
      const counted = `Object{metadata: Object.metadata{annotations: {"seen": has(object.metadata.annotations) && "seen" in object.metadata.annotations ? object.metadata.annotations["seen"] + "+" : "first"}}}`;
      await policy(s, "again", { spec: { reinvocationPolicy: "IfNeeded", mutations: [applied(counted)] } });
      await s.post(s.in("configmaps"), map("alone"), contents);
      await policy(s, "later", { spec: { mutations: [applied(`Object{data: {"later": "yes"}}`)] } });
      await s.post(s.in("configmaps"), map("both"), contents);
    },
  },
  {
    title: "refuses policies whose mutations are not valid",
    async run(s) {
      const attempt = (mutations: Json[], more: Json = {}): Promise<unknown> =>
        s.post(
          `${base}/mutatingadmissionpolicies?dryRun=All`,
          {
            metadata: { name: `broken-${s.run}` },
            spec: {
              matchConstraints: { resourceRules: [rule()] },
              reinvocationPolicy: "Never",
              mutations,
              ...more,
            },
          },
          {
            pick: ({ kind, spec: { failurePolicy, matchConstraints } }: Json) => ({
              kind,
              failurePolicy,
              matchConstraints,
            }),
          },
        );
      await attempt([applied("Object{}")]);
      await attempt([]);
      await attempt([applied(" ")]);
      await attempt([patched("")]);
      await attempt([{ patchType: "Other" }]);
      await attempt([{}]);
      await attempt([{ patchType: "JSONPatch" }]);
      await attempt([{ patchType: "ApplyConfiguration", jsonPatch: { expression: "[]" } }]);
      await attempt([applied("Object{}")], { reinvocationPolicy: "Sometimes" });
      await attempt([applied("Object{}")], { reinvocationPolicy: "" });
      await attempt([applied("Object{}")], { failurePolicy: "Maybe" });
      await attempt([applied("Object{}")], {
        matchConstraints: { resourceRules: [{ ...rule(), operations: ["DELETE"] }] },
      });
    },
  },
];
