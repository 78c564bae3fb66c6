/** Which Go packages the facts are read from, and what each is called here. */
export interface SourcePackage {
  /** `core/v1`, the path of the generated file; other names are for packages that have none. */
  readonly name: string;
  readonly go: string;
  /** The package of typed clients, where there is one. */
  readonly client?: string;
  readonly role: "clientset" | "types-only" | "shared";
}

const clientset: Readonly<Record<string, string>> = {
  admissionregistration: "v1 v1alpha1 v1beta1",
  apiserverinternal: "v1alpha1",
  apps: "v1 v1beta1 v1beta2",
  authentication: "v1 v1alpha1 v1beta1",
  authorization: "v1 v1beta1",
  autoscaling: "v1 v2",
  batch: "v1 v1beta1",
  certificates: "v1 v1alpha1 v1beta1",
  coordination: "v1 v1alpha2 v1beta1",
  core: "v1",
  discovery: "v1 v1beta1",
  events: "v1 v1beta1",
  extensions: "v1beta1",
  flowcontrol: "v1 v1beta1 v1beta2 v1beta3",
  lifecycle: "v1alpha1",
  networking: "v1 v1beta1",
  node: "v1 v1alpha1 v1beta1",
  policy: "v1 v1beta1",
  rbac: "v1 v1alpha1 v1beta1",
  resource: "v1 v1alpha3 v1beta1 v1beta2",
  scheduling: "v1 v1alpha3 v1beta1",
  storage: "v1 v1alpha1 v1beta1",
  storagemigration: "v1 v1beta1",
};

const typesOnly: Readonly<Record<string, string>> = {
  admission: "v1 v1beta1",
  apidiscovery: "v2 v2beta1",
  imagepolicy: "v1alpha1",
};

function* pairs(table: Readonly<Record<string, string>>): Iterable<string> {
  for (const [group, versions] of Object.entries(table))
    for (const version of versions.split(" ")) yield `${group}/${version}`;
}

/** Every package, the shared ones first. */
export const sourcePackages: readonly SourcePackage[] = [
  { name: "meta/v1", go: "k8s.io/apimachinery/pkg/apis/meta/v1", role: "shared" },
  ...[...pairs(clientset)].map(
    (name): SourcePackage => ({
      name,
      go: `k8s.io/api/${name}`,
      client: `k8s.io/client-go/kubernetes/typed/${name}`,
      role: "clientset",
    }),
  ),
  {
    name: "apiextensions/v1",
    go: "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1",
    client: "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/typed/apiextensions/v1",
    role: "clientset",
  },
  {
    name: "apiregistration/v1",
    go: "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1",
    client: "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset/typed/apiregistration/v1",
    role: "clientset",
  },
  ...[...pairs(typesOnly)].map((name): SourcePackage => ({ name, go: `k8s.io/api/${name}`, role: "types-only" })),
];

/** Go packages with a short name of their own in the facts, whose types have a fixed shape in JSON. */
export const leafPackages: Readonly<Record<string, string>> = {
  "k8s.io/apimachinery/pkg/api/resource": "resource",
  "k8s.io/apimachinery/pkg/util/intstr": "intstr",
  "k8s.io/apimachinery/pkg/runtime": "runtime",
  "k8s.io/apimachinery/pkg/types": "types",
};

/** The modules that `codegen/go/go.mod` pins. */
export const modules: readonly string[] = [
  "k8s.io/api",
  "k8s.io/apimachinery",
  "k8s.io/apiextensions-apiserver",
  "k8s.io/client-go",
  "k8s.io/kube-aggregator",
];
