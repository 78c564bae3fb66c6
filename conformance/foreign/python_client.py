"""The official Python client: reads, writes, pages, watches, patches and refusals. Prints one line for each answer."""

import threading
import time

from kubernetes import client, config, dynamic, watch

NAMESPACE = "python-client"


def say(step, value):
    print(f"{step}: {value}", flush=True)


def refused(step, call):
    try:
        call()
        say(step, "allowed")
    except client.ApiException as error:
        say(step, f"{error.status} {error.reason}")


def main():
    config.load_kube_config()
    core, apps = client.CoreV1Api(), client.AppsV1Api()
    core.create_namespace({"metadata": {"name": NAMESPACE}})
    say("namespace", core.read_namespace(NAMESPACE).status.phase)

    for index in range(5):
        body = {"metadata": {"name": f"c{index}", "labels": {"n": str(index % 2)}}, "data": {"i": str(index)}}
        core.create_namespaced_config_map(NAMESPACE, body)
    page = core.list_namespaced_config_map(NAMESPACE, limit=2, label_selector="n")
    names = [item.metadata.name for item in page.items]
    while page.metadata._continue:
        page = core.list_namespaced_config_map(
            NAMESPACE, limit=2, label_selector="n", _continue=page.metadata._continue
        )
        names += [item.metadata.name for item in page.items]
    say("pages", names)
    chosen = core.list_namespaced_config_map(NAMESPACE, label_selector="n=1").items
    say("selector", [item.metadata.name for item in chosen])

    seen = []

    def follow(version):
        stream = watch.Watch().stream(
            core.list_namespaced_config_map, NAMESPACE, resource_version=version, timeout_seconds=5, label_selector="n"
        )
        for event in stream:
            seen.append((event["type"], event["object"].metadata.name))

    version = core.list_namespaced_config_map(NAMESPACE).metadata.resource_version
    thread = threading.Thread(target=follow, args=(version,))
    thread.start()
    time.sleep(1)
    core.patch_namespaced_config_map("c0", NAMESPACE, {"data": {"more": "yes"}})
    core.delete_namespaced_config_map("c4", NAMESPACE)
    thread.join()
    say("watch", seen)

    config_map = core.read_namespaced_config_map("c1", NAMESPACE)
    config_map.data["i"] = "changed"
    say("replace", core.replace_namespaced_config_map("c1", NAMESPACE, config_map).data)
    config_map.metadata.resource_version = "1"
    refused("conflict", lambda: core.replace_namespaced_config_map("c1", NAMESPACE, config_map))
    refused("taken", lambda: core.create_namespaced_config_map(NAMESPACE, {"metadata": {"name": "c1"}}))
    refused("missing", lambda: core.read_namespaced_config_map("none", NAMESPACE))
    refused("invalid", lambda: core.create_namespaced_config_map(NAMESPACE, {"metadata": {"name": "Not_Valid"}}))

    template = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i:1"}]}}
    spec = {"replicas": 2, "selector": {"matchLabels": {"a": "b"}}, "template": template}
    deployment = apps.create_namespaced_deployment(NAMESPACE, {"metadata": {"name": "d"}, "spec": spec})
    say("defaults", (deployment.spec.strategy.type, deployment.spec.revision_history_limit))
    scale = apps.read_namespaced_deployment_scale("d", NAMESPACE)
    scale.spec.replicas = 3
    say("scale", apps.replace_namespaced_deployment_scale("d", NAMESPACE, scale).spec.replicas)

    anything = dynamic.DynamicClient(client.ApiClient())
    maps = anything.resources.get(api_version="v1", kind="ConfigMap")
    applied = maps.server_side_apply(
        body={"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "ssa"}, "data": {"a": "1"}},
        name="ssa",
        namespace=NAMESPACE,
        field_manager="python",
    )
    say("apply", (applied.data.a, applied.metadata.managedFields[0].manager))
    review = {"spec": {"resourceAttributes": {"verb": "list", "resource": "pods"}}}
    say("review", client.AuthorizationV1Api().create_self_subject_access_review(review).status.allowed)
    say("version", client.VersionApi().get_code().major)


main()
