import type { KubectlSession } from "./kubectl-session.ts";

/** What people do with workloads, which need controllers. */
export const workloadSessions: Readonly<Record<string, KubectlSession>> = {
  "rolls a deployment out and back": async (kubectl) => {
    await kubectl.run("create deployment web --image=web:1 --replicas=3 --port=8080");
    await kubectl.run("rollout status deployment/web --timeout=30s", { lastLine: true });
    await kubectl.run("get deployment web");
    await kubectl.run("get deployments -o wide");
    await kubectl.run("get replicasets");
    await kubectl.run("get replicasets -o wide");
    await kubectl.run("get pods");
    await kubectl.run("get pods -o wide");
    await kubectl.run("get pods -l app=web -o name");
    await kubectl.run("describe deployment web", { events: true });
    await kubectl.run("scale deployment web --replicas=2");
    await kubectl.run("rollout status deployment/web --timeout=30s", { lastLine: true });
    await kubectl.run("scale deployment web --replicas=5 --current-replicas=3");
    await kubectl.run("set image deployment/web web=web:2");
    await kubectl.run("rollout status deployment/web --timeout=30s", { lastLine: true });
    await kubectl.run("rollout history deployment/web");
    await kubectl.run("annotate deployment web kubernetes.io/change-cause=second");
    await kubectl.run("set image deployment/web web=web:3 missing=x:1");
    await kubectl.run("set env deployment/web COLOR=red");
    await kubectl.run("rollout status deployment/web --timeout=30s", { lastLine: true });
    await kubectl.run("rollout history deployment/web --revision=3");
    await kubectl.run("rollout undo deployment/web");
    await kubectl.run("rollout status deployment/web --timeout=30s", { lastLine: true });
    await kubectl.run("get deployment web -o jsonpath={.spec.template.spec.containers[0].image}");
    await kubectl.run("rollout history deployment/web");
    await kubectl.run("rollout undo deployment/web --to-revision=99");
    await kubectl.run("rollout pause deployment/web");
    await kubectl.run("rollout pause deployment/web");
    await kubectl.run("rollout resume deployment/web");
    await kubectl.run("rollout restart deployment/web");
    await kubectl.run("rollout status deployment/web --timeout=30s", { lastLine: true });
    await kubectl.run("delete deployment web --cascade=foreground --timeout=30s");
    await kubectl.run("get replicasets,pods -l app=web");
  },
  "exposes and scales by itself": async (kubectl) => {
    await kubectl.run("create deployment shop --image=shop:1 --replicas=2 --port=8080");
    await kubectl.run("rollout status deployment/shop --timeout=30s", { lastLine: true });
    await kubectl.run("expose deployment shop --port=80 --target-port=8080");
    await kubectl.run("expose deployment shop --name=public --port=80 --type=NodePort");
    await kubectl.run("get services");
    await kubectl.run("get services -o wide");
    await kubectl.run(["wait", "--for=jsonpath={.subsets[0].addresses[1].ip}", "endpoints/shop", "--timeout=20s"]);
    await kubectl.run("get endpoints shop");
    await kubectl.run("describe service shop");
    await kubectl.run("get endpointslices -l kubernetes.io/service-name=shop");
    await kubectl.run("autoscale deployment shop --min=2 --max=5 --cpu=80%");
    await kubectl.run(
      "get hpa shop -o jsonpath={.spec.minReplicas}-{.spec.maxReplicas}{.spec.metrics[0].resource.target}",
    );
    await kubectl.run("get horizontalpodautoscalers.v1.autoscaling shop -o jsonpath={.spec}");
    await kubectl.run("delete hpa shop");
    await kubectl.run("delete service shop public");
    await kubectl.run("delete deployment shop --cascade=foreground --timeout=30s");
  },
  "runs a stateful set": async (kubectl) => {
    await kubectl.run("create -f -", { input: statefulSet("db:1") });
    await kubectl.run("rollout status statefulset/db --timeout=30s", { lastLine: true });
    await kubectl.run("get statefulsets");
    await kubectl.run("get statefulset db -o wide");
    await kubectl.run("get pods -l app=db");
    await kubectl.run("describe statefulset db", { events: true });
    await kubectl.run("apply --server-side --field-manager=kubectl-create --force-conflicts -f -", {
      input: statefulSet("db:2"),
    });
    await kubectl.run("rollout status statefulset/db --timeout=30s", { lastLine: true });
    await kubectl.run("rollout history statefulset/db");
    await kubectl.run("rollout history statefulset/db --revision=1");
    await kubectl.run("rollout undo statefulset/db");
    await kubectl.run("rollout status statefulset/db --timeout=30s", { lastLine: true });
    await kubectl.run("get statefulset db -o jsonpath={.spec.template.spec.containers[0].image}");
    await kubectl.run("scale statefulset db --replicas=1");
    await kubectl.run("wait --for=delete pod/db-1 --timeout=30s");
    await kubectl.run("get pods -l app=db");
    await kubectl.run("delete statefulset db --cascade=orphan");
    await kubectl.run("get pods -l app=db");
    await kubectl.run("delete pod db-0");
  },
  "runs a daemon set": async (kubectl) => {
    await kubectl.run("create -f -", { input: daemonSet("agent:1") });
    await kubectl.run("rollout status daemonset/agent --timeout=30s", { lastLine: true });
    await kubectl.run("get daemonsets");
    await kubectl.run("get daemonset agent -o wide");
    await kubectl.run("describe daemonset agent", { events: true });
    await kubectl.run("set image daemonset/agent agent=agent:2");
    await kubectl.run("rollout status daemonset/agent --timeout=30s", { lastLine: true });
    await kubectl.run("rollout history daemonset/agent");
    await kubectl.run("delete daemonset agent --cascade=foreground --timeout=30s");
  },
  "runs jobs": async (kubectl) => {
    await kubectl.run("create job sum --image=sum:1 -- sum 1 2");
    await kubectl.run("wait --for=condition=complete job/sum --timeout=30s");
    await kubectl.run("get jobs");
    await kubectl.run("get job sum -o wide");
    await kubectl.run("get pods -l job-name=sum");
    await kubectl.run("describe job sum", { events: true });
    await kubectl.run(["create", "cronjob", "tick", "--image=tick:1", "--schedule=0 0 1 1 *", "--", "tick"]);
    await kubectl.run("get cronjobs");
    await kubectl.run("get cronjob tick -o wide");
    await kubectl.run("describe cronjob tick", { events: true });
    await kubectl.run("create job now --from=cronjob/tick");
    await kubectl.run("wait --for=condition=complete job/now --timeout=30s");
    await kubectl.run(["patch", "cronjob", "tick", "-p", '{"spec":{"suspend":true}}']);
    await kubectl.run("get cronjob tick -o jsonpath={.spec.suspend}");
    await kubectl.run("delete cronjob tick --cascade=foreground --timeout=30s");
    await kubectl.run("get jobs");
    await kubectl.run("delete job sum --timeout=30s");
    await kubectl.run("get pods -l job-name=sum");
  },
  "compares, patches and prints": async (kubectl) => {
    await kubectl.run("run one --image=one:1 --labels=app=one --port=80 --env=A=1");
    await kubectl.run("wait --for=condition=Ready pod/one --timeout=30s");
    await kubectl.run("get pod one -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[*].image");
    await kubectl.run("get pods --field-selector=status.phase=Running --no-headers");
    await kubectl.run("get pods --sort-by=.metadata.name -o jsonpath={.items[*].metadata.name}");
    await kubectl.run("describe pod one", { events: true });
    await kubectl.run("create configmap settings --from-literal=a=1 --from-literal=b=2");
    await kubectl.run("get configmap settings -o yaml");
    await kubectl.run("describe configmap settings");
    const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { a: "3" } };
    await kubectl.run("diff -f -", { input: settings });
    await kubectl.run("apply -f -", { input: settings });
    await kubectl.run("diff -f -", { input: settings });
    await kubectl.run("apply view-last-applied configmap settings");
    await kubectl.run("diff --server-side -f -", { input: { ...settings, data: { a: "4" } } });
    await kubectl.run(["patch", "pod", "one", "-p", '{"metadata":{"labels":{"app":"two"}}}']);
    await kubectl.run(["patch", "pod", "one", "--type=json", "-p", '[{"op":"add","path":"/nothing/here","value":1}]']);
    await kubectl.run(["patch", "pod", "one", "-p", '{"spec":{"containers":[{"name":"one","image":"one:2"}]}}']);
    await kubectl.run("delete pod one --now");
    await kubectl.run("delete configmap settings");
    await kubectl.run("create ingress front --rule=shop.example.com/*=shop:80,tls=cert --class=none");
    await kubectl.run("get ingress");
    await kubectl.run("describe ingress front");
    await kubectl.run("delete ingress front");
  },
};

const template = (app: string, image: string): object => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: app, image }] },
});

const statefulSet = (image: string): object => ({
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: { name: "db" },
  spec: { serviceName: "db", replicas: 2, selector: { matchLabels: { app: "db" } }, template: template("db", image) },
});

const daemonSet = (image: string): object => ({
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  metadata: { name: "agent" },
  spec: { selector: { matchLabels: { app: "agent" } }, template: template("agent", image) },
});
