import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { extname, join } from "node:path";

/** A Go module that ships CustomResourceDefinitions, and the folders in which it has them. */
export interface ForeignModule {
  readonly module: string;
  readonly version: string;
  readonly folders: readonly string[];
}

/** Where definitions come from that were not written here. */
export const foreignModules: readonly ForeignModule[] = [
  { module: "github.com/cert-manager/cert-manager", version: "v1.21.2", folders: ["deploy/crds"] },
  {
    module: "github.com/prometheus-operator/prometheus-operator",
    version: "v0.85.0",
    folders: ["example/prometheus-operator-crd"],
  },
  {
    module: "sigs.k8s.io/cluster-api",
    version: "v1.14.2",
    folders: [
      "core/config/crd/bases",
      "bootstrap/kubeadm/config/crd/bases",
      "controlplane/kubeadm/config/crd/bases",
      "cmd/clusterctl/config/crd/bases",
    ],
  },
  { module: "sigs.k8s.io/kwok", version: "v0.8.0", folders: ["kustomize/crd/bases"] },
  { module: "github.com/argoproj/argo-rollouts", version: "v1.10.1", folders: ["manifests/crds"] },
  { module: "github.com/external-secrets/external-secrets", version: "v1.3.2", folders: ["config/crds/bases"] },
  {
    module: "github.com/vmware-tanzu/velero",
    version: "v1.18.3",
    folders: ["config/crd/v1/bases", "config/crd/v2alpha1/bases"],
  },
];

/** Downloads a module into Go's cache and gives the files of its definitions. */
export function filesOfModule({ module, version, folders }: ForeignModule): string[] {
  const answer = execFileSync("go", ["mod", "download", "-json", `${module}@${version}`], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { Dir } = JSON.parse(answer) as { readonly Dir: string };
  return folders.flatMap((folder) =>
    readdirSync(join(Dir, folder))
      .filter((name) => extname(name) === ".yaml")
      .sort()
      .map((name) => join(Dir, folder, name)),
  );
}
