import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A fabric8 controller that gives each Device a ConfigMap, and what a user of it does. Prints a line for each step. */
public final class Main {
  private static final String GROUP = "fabric8.example.com";
  private static final String NAMESPACE = "default";
  private static final String FINALIZER = GROUP + "/cleanup";

  private final KubernetesClient client;
  private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
  private SharedIndexInformer<GenericKubernetesResource> devices;
  private SharedIndexInformer<ConfigMap> maps;

  private Main(KubernetesClient client) {
    this.client = client;
  }

  public static void main(String[] arguments) throws Exception {
    try (KubernetesClient client = new KubernetesClientBuilder().build()) {
      new Main(client).run();
    }
    System.exit(0);
  }

  private void run() throws Exception {
    client.resource(definition()).create();
    client.apiextensions().v1().customResourceDefinitions().withName("devices." + GROUP).waitUntilCondition(
        found -> found != null && found.getStatus() != null && found.getStatus().getConditions().stream()
            .anyMatch(one -> one.getType().equals("Established") && one.getStatus().equals("True")),
        60, TimeUnit.SECONDS);
    System.out.println("ok: the kind is established");

    devices = stored().inNamespace(NAMESPACE).inform(handler(device -> queue.add(device.getMetadata().getName())));
    maps = client.configMaps().inNamespace(NAMESPACE).inform(handler(map -> map.getMetadata().getOwnerReferences()
        .forEach(owner -> queue.add(owner.getName()))));
    until("both informers have synced and watch", () -> devices.hasSynced() && devices.isWatching()
        && maps.hasSynced() && maps.isWatching());
    Thread worker = new Thread(this::work);
    worker.setDaemon(true);
    worker.start();

    GenericKubernetesResource device = new GenericKubernetesResource();
    device.setApiVersion(GROUP + "/v1");
    device.setKind("Device");
    device.setMetadata(new ObjectMetaBuilder().withName("d").withNamespace(NAMESPACE).build());
    device.setAdditionalProperty("spec", Map.of("size", 1));
    client.resource(device).create();
    until("a ConfigMap is made", () -> "1".equals(size()));
    until("the status says so", () -> Integer.valueOf(1).equals(one().get().get("status", "size")));
    System.out.println("finalizers: " + one().get().getMetadata().getFinalizers());
    System.out.println("generation: " + one().get().getMetadata().getGeneration());
    String uid = map().get().getMetadata().getUid();
    map().delete();
    until("a deleted ConfigMap is made again", () -> map().get() != null
        && !map().get().getMetadata().getUid().equals(uid));
    one().patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"size\":2}}");
    until("the ConfigMap follows", () -> "2".equals(size()));
    until("the cache follows", () -> {
      ConfigMap held = maps.getStore().getByKey(NAMESPACE + "/d");
      return held != null && "2".equals(held.getData().get("size"));
    });
    refused("invalid", () -> one().patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"size\":\"large\"}}"));
    refused("taken", () -> client.resource(device).create());
    ConfigMap old = new ConfigMapBuilder(map().get()).editMetadata().withResourceVersion("1").endMetadata().build();
    refused("conflict", () -> client.resource(old).update());
    watchOnce();
    one().delete();
    until("the ConfigMap goes first", () -> map().get() == null);
    until("the Device goes when its finalizer is gone", () -> one().get() == null);
    until("the cache is empty", () -> devices.getStore().list().isEmpty());
  }

  /** A plain watch: what it is sent for a ConfigMap that comes, changes and goes. */
  private void watchOnce() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Watcher<ConfigMap> watcher = new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap map) {
        seen.add(action + " " + map.getData());
      }

      @Override
      public void onClose(WatcherException cause) {
        seen.add("closed: " + cause.getMessage());
      }
    };
    try (var watch = client.configMaps().inNamespace(NAMESPACE).withLabel("watched").watch(watcher)) {
      ConfigMap map = new ConfigMapBuilder().withNewMetadata().withName("w").withNamespace(NAMESPACE)
          .addToLabels("watched", "yes").endMetadata().addToData("n", "1").build();
      client.resource(map).create();
      client.resource(map).edit(found -> new ConfigMapBuilder(found).addToData("n", "2").build());
      client.resource(map).delete();
      for (int index = 0; index < 3; index++) {
        System.out.println("watch: " + seen.poll(20, TimeUnit.SECONDS));
      }
    }
  }

  private void work() {
    while (true) {
      String name = "";
      try {
        name = queue.take();
        reconcile(name);
      } catch (KubernetesClientException error) {
        System.err.println(error.getMessage());
        queue.add(name);
      } catch (InterruptedException interrupted) {
        return;
      }
    }
  }

  private void reconcile(String name) {
    GenericKubernetesResource device = stored().inNamespace(NAMESPACE).withName(name).get();
    if (device == null) {
      return;
    }
    if (device.isMarkedForDeletion()) {
      map().delete();
      if (device.hasFinalizer(FINALIZER)) {
        one().edit(found -> {
          found.removeFinalizer(FINALIZER);
          return found;
        });
      }
      return;
    }
    if (!device.hasFinalizer(FINALIZER)) {
      one().edit(found -> {
        found.addFinalizer(FINALIZER);
        return found;
      });
      return;
    }
    int size = device.get("spec", "size");
    ObjectMeta meta = new ObjectMetaBuilder().withName(name).withNamespace(NAMESPACE).withOwnerReferences(
        new OwnerReferenceBuilder().withApiVersion(device.getApiVersion()).withKind(device.getKind()).withName(name)
            .withUid(device.getMetadata().getUid()).withController(true).build()).build();
    ConfigMap map = new ConfigMapBuilder().withMetadata(meta).addToData("size", String.valueOf(size)).build();
    client.resource(map).fieldManager("fabric8").forceConflicts().serverSideApply();
    if (!Integer.valueOf(size).equals(device.get("status", "size"))) {
      device.setAdditionalProperty("status", Map.of("size", size));
      client.resource(device).updateStatus();
    }
  }

  private MixedOperation<GenericKubernetesResource, ?, Resource<GenericKubernetesResource>> stored() {
    return client.genericKubernetesResources(new ResourceDefinitionContext.Builder().withGroup(GROUP).withVersion("v1")
        .withKind("Device").withPlural("devices").withNamespaced(true).build());
  }

  private Resource<GenericKubernetesResource> one() {
    return stored().inNamespace(NAMESPACE).withName("d");
  }

  private Resource<ConfigMap> map() {
    return client.configMaps().inNamespace(NAMESPACE).withName("d");
  }

  private String size() {
    ConfigMap found = map().get();
    return found == null ? null : found.getData().get("size");
  }

  private static <T extends HasMetadata> ResourceEventHandler<T> handler(Consumer<T> changed) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T object) {
        changed.accept(object);
      }

      @Override
      public void onUpdate(T before, T after) {
        changed.accept(after);
      }

      @Override
      public void onDelete(T object, boolean isUncertain) {
        changed.accept(object);
      }
    };
  }

  private static void until(String what, BooleanSupplier check) throws InterruptedException {
    for (int attempt = 0; attempt < 300; attempt++) {
      if (check.getAsBoolean()) {
        System.out.println("ok: " + what);
        return;
      }
      Thread.sleep(200);
    }
    System.out.println("failed: " + what);
  }

  private static void refused(String step, Runnable call) {
    try {
      call.run();
      System.out.println(step + ": allowed");
    } catch (KubernetesClientException error) {
      System.out.println(step + ": " + error.getCode() + " " + error.getStatus().getMessage());
    }
  }

  private static CustomResourceDefinition definition() {
    return new CustomResourceDefinitionBuilder().withNewMetadata().withName("devices." + GROUP).endMetadata()
        .withNewSpec().withGroup(GROUP).withScope("Namespaced")
        .withNewNames().withPlural("devices").withKind("Device").endNames()
        .addNewVersion().withName("v1").withServed(true).withStorage(true)
        .withNewSubresources().withNewStatus().endStatus().endSubresources()
        .withNewSchema().withNewOpenAPIV3Schema().withType("object")
        .addToProperties("spec", sized()).addToProperties("status", sized())
        .endOpenAPIV3Schema().endSchema().endVersion().endSpec().build();
  }

  private static io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps sized() {
    return new io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder().withType("object")
        .addToProperties("size", new io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder()
            .withType("integer").build())
        .build();
  }
}
