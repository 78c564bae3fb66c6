//! A kube-rs controller that gives each Gadget a ConfigMap, and what a user of it does. Prints one line for each step.

use std::{future::Future, sync::Arc, time::Duration};

use futures::StreamExt;
use k8s_openapi::{
    api::{core::v1::ConfigMap, events::v1::Event as StoredEvent},
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use kube::{
    api::{DeleteParams, ListParams, ObjectMeta, Patch, PatchParams, PostParams},
    runtime::{
        controller::{Action, Controller},
        events::{Event, EventType, Recorder, Reporter},
        finalizer::{finalizer, Event as Finalizer},
        reflector,
        wait::{await_condition, conditions},
        watcher, WatchStreamExt,
    },
    Api, Client, CustomResource, CustomResourceExt, Resource, ResourceExt,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

const FINALIZER: &str = "kube-rs.example.com/cleanup";
const MANAGER: &str = "kube-rs";

#[derive(CustomResource, Deserialize, Serialize, Clone, Debug, JsonSchema)]
#[kube(group = "kube-rs.example.com", version = "v1", kind = "Gadget", namespaced, status = "GadgetStatus")]
struct GadgetSpec {
    size: i64,
}

#[derive(Deserialize, Serialize, Clone, Debug, Default, JsonSchema)]
struct GadgetStatus {
    size: i64,
}

async fn reconcile(
    gadget: Arc<Gadget>,
    client: Arc<Client>,
) -> Result<Action, kube::runtime::finalizer::Error<kube::Error>> {
    let gadgets = Api::<Gadget>::default_namespaced((*client).clone());
    finalizer(&gadgets, FINALIZER, gadget, |event| async {
        match event {
            Finalizer::Apply(gadget) => apply(&gadget, &client).await,
            Finalizer::Cleanup(gadget) => {
                match maps(&client).delete(&gadget.name_any(), &DeleteParams::default()).await {
                    Err(kube::Error::Api(status)) if status.code == 404 => Ok(Action::await_change()),
                    outcome => outcome.map(|_| Action::await_change()),
                }
            }
        }
    })
    .await
}

async fn apply(gadget: &Gadget, client: &Client) -> Result<Action, kube::Error> {
    let name = gadget.name_any();
    let map = ConfigMap {
        metadata: ObjectMeta {
            name: Some(name.clone()),
            owner_references: Some(vec![gadget.controller_owner_ref(&()).unwrap()]),
            ..ObjectMeta::default()
        },
        data: Some([("size".to_string(), gadget.spec.size.to_string())].into()),
        ..ConfigMap::default()
    };
    maps(client).patch(&name, &PatchParams::apply(MANAGER), &Patch::Apply(&map)).await?;
    if gadget.status.as_ref().map(|status| status.size) != Some(gadget.spec.size) {
        let status = json!({ "status": { "size": gadget.spec.size } });
        Api::<Gadget>::default_namespaced(client.clone())
            .patch_status(&name, &PatchParams::default(), &Patch::Merge(&status))
            .await?;
        Recorder::new(client.clone(), Reporter::from(MANAGER))
            .publish(
                &Event {
                    type_: EventType::Normal,
                    reason: "Applied".into(),
                    note: Some(format!("size {}", gadget.spec.size)),
                    action: "Apply".into(),
                    secondary: None,
                },
                &gadget.object_ref(&()),
            )
            .await?;
    }
    Ok(Action::await_change())
}

fn maps(client: &Client) -> Api<ConfigMap> {
    Api::default_namespaced(client.clone())
}

async fn until<F: Future<Output = Result<bool, kube::Error>>>(what: &str, mut check: impl FnMut() -> F) {
    for _ in 0..300 {
        match check().await {
            Ok(true) => return println!("ok: {what}"),
            Ok(false) => tokio::time::sleep(Duration::from_millis(200)).await,
            Err(error) => return println!("failed: {what}: {error}"),
        }
    }
    println!("failed: {what}");
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let client = Client::try_default().await?;
    let definitions = Api::<CustomResourceDefinition>::all(client.clone());
    definitions.create(&PostParams::default(), &Gadget::crd()).await?;
    let established = await_condition(definitions, Gadget::crd_name(), conditions::is_crd_established());
    tokio::time::timeout(Duration::from_secs(60), established).await??;
    println!("ok: the kind is established");

    let gadgets = Api::<Gadget>::default_namespaced(client.clone());
    let controller = Controller::new(gadgets.clone(), watcher::Config::default())
        .owns(maps(&client), watcher::Config::default())
        .run(reconcile, |_, _, _| Action::requeue(Duration::from_millis(500)), Arc::new(client.clone()))
        .for_each(|outcome| async move {
            if let Err(error) = outcome {
                eprintln!("{error:?}");
            }
        });
    let controller = tokio::spawn(controller);
    // A second cache, filled by a watch that sends the initial state.
    let (store, writer) = reflector::store();
    let reflected = watcher(maps(&client), watcher::Config::default().streaming_lists())
        .default_backoff()
        .reflect(writer)
        .applied_objects()
        .for_each(|_| async {});
    let reflected = tokio::spawn(reflected);
    tokio::time::timeout(Duration::from_secs(60), store.wait_until_ready()).await??;
    println!("ok: a streaming list is complete");

    gadgets.create(&PostParams::default(), &Gadget::new("g", GadgetSpec { size: 1 })).await?;
    let map = || async { maps(&client).get_opt("g").await };
    let size_is = |size: &'static str| {
        let read = map();
        async move { Ok(read.await?.and_then(|map| map.data).is_some_and(|data| data["size"] == size)) }
    };
    until("a ConfigMap is made", || size_is("1")).await;
    until("the status says so", || async { Ok(gadgets.get("g").await?.status.is_some_and(|status| status.size == 1)) })
        .await;
    let gadget = gadgets.get("g").await?;
    println!("finalizers: {:?}", gadget.finalizers());
    println!("generation: {:?}", gadget.meta().generation);
    let uid = map().await?.and_then(|map| map.uid()).unwrap_or_default();
    maps(&client).delete("g", &DeleteParams::default()).await?;
    until("a deleted ConfigMap is made again", || async {
        Ok(map().await?.and_then(|map| map.uid()).is_some_and(|now| now != uid))
    })
    .await;
    let patch = json!({ "spec": { "size": 2 } });
    gadgets.patch("g", &PatchParams::default(), &Patch::Merge(&patch)).await?;
    until("the ConfigMap follows", || size_is("2")).await;
    until("the cache follows", || async {
        let held = store.get(&reflector::ObjectRef::new("g").within("default"));
        Ok(held.and_then(|map| map.data.clone()).is_some_and(|data| data["size"] == "2"))
    })
    .await;
    let events = Api::<StoredEvent>::default_namespaced(client.clone());
    until("both events are stored", || async {
        let found = events.list(&ListParams::default()).await?;
        let mut notes: Vec<_> = found.into_iter().filter_map(|event| event.note).collect();
        notes.sort();
        Ok(notes == ["size 1", "size 2"])
    })
    .await;
    let wrong = json!({ "spec": { "size": "large" } });
    match gadgets.patch("g", &PatchParams::default(), &Patch::Merge(&wrong)).await {
        Err(kube::Error::Api(status)) => println!("invalid: {} {}", status.code, status.message),
        other => println!("invalid: {other:?}"),
    }
    gadgets.delete("g", &DeleteParams::default()).await?;
    until("the ConfigMap goes first", || async { Ok(map().await?.is_none()) }).await;
    until("the Gadget goes when its finalizer is gone", || async { Ok(gadgets.get_opt("g").await?.is_none()) }).await;
    controller.abort();
    reflected.abort();
    Ok(())
}
