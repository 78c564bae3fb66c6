"""A kopf operator that gives each Widget a ConfigMap, and what a user of it does. Prints one line for each step."""

import asyncio
import threading
import time

import kopf
import kubernetes

GROUP, VERSION, PLURAL = "kopf.example.com", "v1", "widgets"


@kopf.on.create(GROUP, VERSION, PLURAL)
def created(spec, name, namespace, **_):
    body = {"metadata": {"name": name}, "data": {"size": str(spec.get("size", 0))}}
    kopf.adopt(body)
    kubernetes.client.CoreV1Api().create_namespaced_config_map(namespace, body)
    return {"configmap": name}


@kopf.on.update(GROUP, VERSION, PLURAL)
def updated(spec, name, namespace, **_):
    patch = {"data": {"size": str(spec.get("size", 0))}}
    kubernetes.client.CoreV1Api().patch_namespaced_config_map(name, namespace, patch)


@kopf.on.delete(GROUP, VERSION, PLURAL)
def deleted(name, namespace, **_):
    kubernetes.client.CoreV1Api().delete_namespaced_config_map(name, namespace)


def definition():
    schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{PLURAL}.{GROUP}"},
        "spec": {
            "group": GROUP,
            "scope": "Namespaced",
            "names": {"plural": PLURAL, "kind": "Widget"},
            "versions": [
                {"name": VERSION, "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
            ],
        },
    }


def until(what, check):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if check():
                print(f"ok: {what}", flush=True)
                return
        except kubernetes.client.ApiException as error:
            if error.status != 404:
                raise
        time.sleep(0.2)
    print(f"failed: {what}", flush=True)


def main():
    kubernetes.config.load_kube_config()
    core, custom = kubernetes.client.CoreV1Api(), kubernetes.client.CustomObjectsApi()
    kubernetes.client.ApiextensionsV1Api().create_custom_resource_definition(definition())
    where = (GROUP, VERSION, "default", PLURAL)
    until("the kind is served", lambda: custom.list_namespaced_custom_object(*where) is not None)

    ready, stop = threading.Event(), threading.Event()

    def operate():
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        loop.run_until_complete(
            kopf.operator(namespaces=["default"], standalone=True, ready_flag=ready, stop_flag=stop)
        )

    thread = threading.Thread(target=operate, daemon=True)
    thread.start()
    ready.wait(60)

    widget = {"apiVersion": f"{GROUP}/{VERSION}", "kind": "Widget", "metadata": {"name": "w"}, "spec": {"size": 1}}
    custom.create_namespaced_custom_object(*where, widget)
    size = lambda: core.read_namespaced_config_map("w", "default").data["size"]
    until("a ConfigMap is made", lambda: size() == "1")
    get = lambda: custom.get_namespaced_custom_object(*where, "w")
    until("the status says so", lambda: get().get("status", {}).get("created") == {"configmap": "w"})
    custom.patch_namespaced_custom_object(*where, "w", {"spec": {"size": 2}})
    until("the ConfigMap follows", lambda: size() == "2")
    custom.delete_namespaced_custom_object(*where, "w")

    def gone(read):
        try:
            read()
            return False
        except kubernetes.client.ApiException as error:
            return error.status == 404

    until("the ConfigMap goes first", lambda: gone(lambda: core.read_namespaced_config_map("w", "default")))
    until("the Widget goes when its finalizer is gone", lambda: gone(get))
    stop.set()
    thread.join(20)


main()
