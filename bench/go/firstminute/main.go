// The first minute of a typical controller, written with client-go. The others are in bench/src/first-minute, whose
// main.ts runs all of them.
package main

import (
	"context"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/util/workqueue"
)

type settings struct {
	Kubeconfig string   `json:"kubeconfig"`
	Reconciles int64    `json:"reconciles"`
	Nodes      []string `json:"nodes"`
}

func main() {
	var given settings
	check(json.Unmarshal([]byte(os.Args[1]), &given))
	ctx := context.Background()
	config, err := clientcmd.BuildConfigFromFlags("", given.Kubeconfig)
	check(err)
	config.QPS = -1
	config.ContentType = "application/vnd.kubernetes.protobuf"
	client, err := kubernetes.NewForConfig(config)
	check(err)
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, deployments := factory.Core().V1().Pods(), factory.Apps().V1().Deployments()
	check(pods.Informer().AddIndexers(cache.Indexers{"node": func(object any) ([]string, error) {
		return []string{object.(*corev1.Pod).Spec.NodeName}, nil
	}}))
	factory.Core().V1().Services().Informer()
	factory.Core().V1().Secrets().Informer()
	maps := factory.Core().V1().ConfigMaps().Lister()
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	_, err = deployments.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(object any) {
		key, err := cache.MetaNamespaceKeyFunc(object)
		check(err)
		queue.Add(key)
	}})
	check(err)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	report("synced")

	var begun atomic.Int64
	reconcile := func(key string) {
		namespace, name, err := cache.SplitMetaNamespaceKey(key)
		check(err)
		_, err = deployments.Lister().Deployments(namespace).Get(name)
		check(err)
		number := begun.Add(1) - 1
		onNode, err := pods.Informer().GetIndexer().ByIndex("node", given.Nodes[number%int64(len(given.Nodes))])
		check(err)
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
		check(err)
		patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": map[string]string{
			"ready": strconv.Itoa(ready), "config": strconv.Itoa(len(settings.Data["settings"])),
		}}})
		check(err)
		_, err = client.AppsV1().Deployments(namespace).Patch(ctx, name, types.MergePatchType, patch, metav1.PatchOptions{})
		check(err)
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
	report("done")
}

// One line for the runner: what happened, and what the process has used until then.
func report(event string) {
	at := time.Now().UnixMilli()
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	cpu := float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"event": event, "cpuSeconds": cpu, "peakMB": peak(), "at": at}))
}

func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	check(err)
	for _, line := range strings.Split(string(status), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			value, _ := strconv.ParseFloat(fields[1], 64)
			return value / 1024
		}
	}
	return 0
}

func check(err error) {
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}
