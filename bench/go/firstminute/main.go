// The first minute of a typical controller, written with client-go. The others are in bench/src/first-minute, whose
// main.ts runs all of them.
package main

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"sync"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/workqueue"

	"bench/report"
)

type settings struct {
	Kubeconfig string   `json:"kubeconfig"`
	Reconciles int64    `json:"reconciles"`
	Nodes      []string `json:"nodes"`
}

func main() {
	var given settings
	report.Check(json.Unmarshal([]byte(os.Args[1]), &given))
	ctx := context.Background()
	config, err := clientcmd.BuildConfigFromFlags("", given.Kubeconfig)
	report.Check(err)
	config.QPS = -1
	config.ContentType = "application/vnd.kubernetes.protobuf"
	client, err := kubernetes.NewForConfig(config)
	report.Check(err)
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, deployments := factory.Core().V1().Pods(), factory.Apps().V1().Deployments()
	report.Check(pods.Informer().AddIndexers(cache.Indexers{"node": func(object any) ([]string, error) {
		return []string{object.(*corev1.Pod).Spec.NodeName}, nil
	}}))
	factory.Core().V1().Services().Informer()
	factory.Core().V1().Secrets().Informer()
	maps := factory.Core().V1().ConfigMaps().Lister()
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	_, err = deployments.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(object any) {
		key, err := cache.MetaNamespaceKeyFunc(object)
		report.Check(err)
		queue.Add(key)
	}})
	report.Check(err)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	report.Line("synced")

	var begun atomic.Int64
	reconcile := func(key string) {
		namespace, name, err := cache.SplitMetaNamespaceKey(key)
		report.Check(err)
		_, err = deployments.Lister().Deployments(namespace).Get(name)
		report.Check(err)
		number := begun.Add(1) - 1
		onNode, err := pods.Informer().GetIndexer().ByIndex("node", given.Nodes[number%int64(len(given.Nodes))])
		report.Check(err)
		ready := 0
		for _, pod := range onNode {
			if pod.(*corev1.Pod).Status.Phase == corev1.PodRunning {
				ready++
			}
		}
		if number%10 != 0 {
			return
		}
		settings, err := maps.ConfigMaps(namespace).Get(name)
		report.Check(err)
		patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": map[string]string{
			"ready": strconv.Itoa(ready), "config": strconv.Itoa(len(settings.Data["settings"])),
		}}})
		report.Check(err)
		_, err = client.AppsV1().Deployments(namespace).Patch(ctx, name, types.MergePatchType, patch, metav1.PatchOptions{})
		report.Check(err)
	}
	var workers sync.WaitGroup
	for range 4 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for begun.Load() < given.Reconciles {
				key, _ := queue.Get()
				reconcile(key)
				queue.Done(key)
			}
		}()
	}
	workers.Wait()
	report.Line("done")
}
