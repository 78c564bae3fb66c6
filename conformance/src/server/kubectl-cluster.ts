import type { KubectlSession } from "./kubectl-session.ts";

/** What people do with access, nodes, certificates and the API itself. */
export const clusterSessions: Readonly<Record<string, KubectlSession>> = {
  "manages access": async (kubectl) => {
    await kubectl.run("create serviceaccount robot");
    await kubectl.run("get serviceaccounts");
    await kubectl.run("create role reader --verb=get,list --resource=pods,services --resource-name=one");
    await kubectl.run("create role writer --verb=* --resource=deployments.apps");
    await kubectl.run("get roles");
    await kubectl.run("describe role reader");
    await kubectl.run("create rolebinding robots --role=writer --serviceaccount=NS:robot");
    await kubectl.run("get rolebindings -o wide");
    await kubectl.run("describe rolebinding robots");
    await kubectl.run("auth can-i create deployments.apps --as=system:serviceaccount:NS:robot");
    await kubectl.run("auth can-i create pods --as=system:serviceaccount:NS:robot");
    await kubectl.run("auth can-i create deployments.apps --as=system:serviceaccount:other:robot");
    await kubectl.run("get secrets --as=system:serviceaccount:NS:robot");
    await kubectl.run("auth whoami --as=jane --as-group=readers");
    await kubectl.run("delete rolebinding robots");
    await kubectl.run("delete role reader writer");
    await kubectl.run("delete serviceaccount robot");
  },
  "taints, cordons and drains a node": async (kubectl) => {
    const name = "node-NS";
    const spec = { unschedulable: true, taints: [{ key: "only", value: "kubectl", effect: "NoSchedule" }] };
    await kubectl.run("create -f -", { input: { apiVersion: "v1", kind: "Node", metadata: { name }, spec } });
    await kubectl.run(`wait --for=condition=Ready node/${name} --timeout=20s`);
    await kubectl.run(`get node ${name}`);
    await kubectl.run(`uncordon ${name}`);
    await kubectl.run(`cordon ${name}`);
    await kubectl.run(`cordon ${name}`);
    await kubectl.run(`label node ${name} zone=a`);
    await kubectl.run(`get nodes -l zone=a -L zone`);
    await kubectl.run(`taint nodes ${name} dedicated=kubectl:NoSchedule`);
    await kubectl.run(`taint nodes ${name} dedicated=kubectl:NoSchedule`);
    await kubectl.run(`taint nodes ${name} dedicated=other:NoSchedule --overwrite`);
    await kubectl.run(`get node ${name} -o jsonpath={.spec.taints[?(@.key=="dedicated")].value}`);
    await kubectl.run(`taint nodes ${name} dedicated:NoSchedule-`);
    const tolerations = [{ operator: "Exists" }];
    const pod = { nodeName: name, tolerations, containers: [{ name: "main", image: "main:1" }] };
    await kubectl.run("create -f -", {
      input: { apiVersion: "v1", kind: "Pod", metadata: { name: "lonely" }, spec: pod },
    });
    await kubectl.run("wait --for=condition=Ready pod/lonely --timeout=20s");
    await kubectl.run(`drain ${name} --ignore-daemonsets --timeout=20s`);
    await kubectl.run(`drain ${name} --ignore-daemonsets --force --timeout=20s`);
    await kubectl.run("get pod lonely");
    await kubectl.run(`delete node ${name}`);
  },
  "keeps what a disruption budget needs": async (kubectl) => {
    await kubectl.run("create deployment pair --image=pair:1 --replicas=2");
    await kubectl.run("rollout status deployment/pair --timeout=20s", { lastLine: true });
    await kubectl.run("create poddisruptionbudget pair --selector=app=pair --min-available=2");
    await kubectl.run(["wait", "--for=jsonpath={.status.currentHealthy}=2", "pdb/pair", "--timeout=20s"]);
    await kubectl.run("get pdb");
    await kubectl.run("describe pdb pair");
    await kubectl.run(["patch", "pdb", "pair", "--type=merge", "-p", '{"spec":{"minAvailable":1}}']);
    await kubectl.run(["wait", "--for=jsonpath={.status.disruptionsAllowed}=1", "pdb/pair", "--timeout=20s"]);
    await kubectl.run("get pdb pair");
    await kubectl.run("delete pdb pair");
    await kubectl.run("delete deployment pair --cascade=foreground");
  },
  "approves and denies certificate requests": async (kubectl) => {
    for (const name of ["good", "bad"]) await kubectl.run("create -f -", { input: certificateRequest(`${name}-NS`) });
    await kubectl.run("get csr good-NS");
    await kubectl.run("certificate approve good-NS");
    await kubectl.run("certificate deny bad-NS");
    await kubectl.run("get csr good-NS bad-NS");
    await kubectl.run("describe csr good-NS");
    await kubectl.run("delete csr good-NS bad-NS");
  },
  "reads the API": async (kubectl) => {
    await kubectl.run("api-versions", {
      keep: /^(?!.*(\.example|test)).*k8s\.io\/|^(apps|batch|policy|autoscaling)\/|^v1$/,
    });
    await kubectl.run("api-resources --api-group=apps");
    await kubectl.run("api-resources --api-group= -o wide");
    await kubectl.run("api-resources --api-group=rbac.authorization.k8s.io --verbs=watch --sort-by=name");
    await kubectl.run("explain deployment.spec.strategy.rollingUpdate", { keep: /^(GROUP|KIND|VERSION|FIELD)|\t</ });
    await kubectl.run("explain pod.spec.containers.resources", { keep: /^(GROUP|KIND|VERSION|FIELD)|\t</ });
    await kubectl.run("explain cronjob.spec.schedule", { keep: /^(GROUP|KIND|VERSION|FIELD)|\t</ });
    await kubectl.run("explain pod.spec.nothing");
    await kubectl.run("top pods");
    await kubectl.run("top nodes");
    await kubectl.run("get --raw /readyz");
    await kubectl.run("get --raw /nothing");
  },
  "makes and ends a namespace": async (kubectl) => {
    await kubectl.run("create namespace second-NS");
    await kubectl.run("create namespace second-NS");
    await kubectl.run("get namespace second-NS");
    await kubectl.run("create quota few --hard=pods=2,configmaps=5 -n second-NS");
    await kubectl.run("wait --for=create serviceaccount/default -n second-NS --timeout=20s");
    await kubectl.run("wait --for=create configmap/kube-root-ca.crt -n second-NS --timeout=20s");
    await kubectl.run([
      "wait",
      "--for=jsonpath={.status.used.configmaps}=1",
      "quota/few",
      "-n",
      "second-NS",
      "--timeout=20s",
    ]);
    await kubectl.run("get quota -n second-NS");
    await kubectl.run("describe quota few -n second-NS");
    await kubectl.run("describe namespace second-NS");
    await kubectl.run("run one --image=one:1 -n second-NS");
    await kubectl.run("wait --for=condition=Ready pod/one -n second-NS --timeout=20s");
    await kubectl.run("get pods,services,configmaps -n second-NS");
    await kubectl.run("delete namespace second-NS --timeout=40s");
    await kubectl.run("get namespace second-NS");
  },
};

/** A request with a key that was made once and thrown away, to a signer that no program serves. */
function certificateRequest(name: string): object {
  const pem = [
    "-----BEGIN CERTIFICATE REQUEST-----",
    "MIHLMHQCAQAwEjEQMA4GA1UEAwwHa3ViZWN0bDBZMBMGByqGSM49AgEGCCqGSM49",
    "AwEHA0IABIf/D/VMzfE6HS4oH5Asdh9s5VMRRdZq0kahghqXr1C7YKK/NsDJrE3x",
    "6fZWfByxbZO9jO5vjo3M9IDPKo9rg4CgADAKBggqhkjOPQQDAgNHADBEAiBPvC5n",
    "39r4cZnuyUbgUysrpEcHOB9lCL0wiPMpp6qtewIgNia3BTeGW8eKiLp6BQ3YJxCm",
    "ZqH+vA+5V/LxV78pDTw=",
    "-----END CERTIFICATE REQUEST-----",
    "",
  ].join("\n");
  return {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name },
    spec: {
      request: Buffer.from(pem).toString("base64"),
      signerName: "example.com/none",
      usages: ["client auth"],
    },
  };
}
