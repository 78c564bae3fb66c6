// The operator of the benchmark written with controller-runtime: every ConfigMap with the label "site" gets a Secret with
// its page. The other side is bench/src/controllers/ours.ts; bench/src/controllers/main.ts runs both.
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
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/go-logr/logr"
)

type settings struct {
	Kubeconfig  string `json:"kubeconfig"`
	Objects     int64  `json:"objects"`
	Concurrency int    `json:"concurrency"`
	Lease       string `json:"lease"`
}

type reconciler struct {
	client.Client
	settings settings
	began    time.Time
	keys     sync.Map
	distinct atomic.Int64
	done     chan struct{}
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, request.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	var secret corev1.Secret
	err := r.Get(ctx, request.NamespacedName, &secret)
	if apierrors.IsNotFound(err) {
		secret = corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
		secret.Data = map[string][]byte{"page": []byte(site.Data["page"])}
		if err := controllerutil.SetControllerReference(&site, &secret, r.Scheme()); err != nil {
			return ctrl.Result{}, err
		}
		err = r.Create(ctx, &secret)
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	// The creation of the child brings the key again: each counts once.
	if _, seen := r.keys.LoadOrStore(request.NamespacedName, true); seen {
		return ctrl.Result{}, nil
	}
	switch r.distinct.Add(1) {
	case 1:
		report("first", r.began)
	case r.settings.Objects:
		close(r.done)
	}
	return ctrl.Result{}, nil
}

func main() {
	began := time.Now()
	var given settings
	check(json.Unmarshal([]byte(os.Args[1]), &given))
	ctrl.SetLogger(logr.Discard())
	config, err := clientcmd.BuildConfigFromFlags("", given.Kubeconfig)
	check(err)
	config.QPS = -1
	sites := labels.SelectorFromSet(labels.Set{"site": "yes"})
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Metrics:                 server.Options{BindAddress: "0"},
		LeaderElection:          given.Lease != "",
		LeaderElectionID:        given.Lease,
		LeaderElectionNamespace: "default",
		Cache:                   cache.Options{ByObject: map[client.Object]cache.ByObject{&corev1.ConfigMap{}: {Label: sites}}},
	})
	check(err)
	r := &reconciler{Client: manager.GetClient(), settings: given, began: began, done: make(chan struct{})}
	warm := true
	check(ctrl.NewControllerManagedBy(manager).
		For(&corev1.ConfigMap{}).
		Owns(&corev1.Secret{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: given.Concurrency, EnableWarmup: &warm}).
		Complete(r))
	go func() {
		if manager.GetCache().WaitForCacheSync(context.Background()) {
			report("synced", began)
		}
		<-r.done
		report("done", began)
		os.Exit(0)
	}()
	check(manager.Start(ctrl.SetupSignalHandler()))
}

// One line for the runner: what happened, after how long, and what the process has used until then.
func report(event string, began time.Time) {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	cpu := float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"event": event, "ms": float64(time.Since(began).Microseconds()) / 1e3, "cpuSeconds": cpu, "peakMB": peak(),
		"at": time.Now().UnixMilli(),
	}))
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
