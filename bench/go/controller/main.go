// The operator of the benchmark written with controller-runtime: every ConfigMap with the label "site" gets a Secret
// with its page. The other side is bench/src/controllers/ours.ts; bench/src/controllers/main.ts runs both.
package main

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"sync/atomic"

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

	"bench/report"
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
		report.Line("first")
	case r.settings.Objects:
		close(r.done)
	}
	return ctrl.Result{}, nil
}

func main() {
	var given settings
	report.Check(json.Unmarshal([]byte(os.Args[1]), &given))
	ctrl.SetLogger(logr.Discard())
	config, err := clientcmd.BuildConfigFromFlags("", given.Kubeconfig)
	report.Check(err)
	config.QPS = -1
	sites := labels.SelectorFromSet(labels.Set{"site": "yes"})
	cached := map[client.Object]cache.ByObject{&corev1.ConfigMap{}: {Label: sites}}
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Metrics:                 server.Options{BindAddress: "0"},
		LeaderElection:          given.Lease != "",
		LeaderElectionID:        given.Lease,
		LeaderElectionNamespace: "default",
		Cache:                   cache.Options{ByObject: cached},
	})
	report.Check(err)
	r := &reconciler{Client: manager.GetClient(), settings: given, done: make(chan struct{})}
	warm := true
	report.Check(ctrl.NewControllerManagedBy(manager).
		For(&corev1.ConfigMap{}).
		Owns(&corev1.Secret{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: given.Concurrency, EnableWarmup: &warm}).
		Complete(r))
	go func() {
		if manager.GetCache().WaitForCacheSync(context.Background()) {
			report.Line("synced")
		}
		<-r.done
		report.Line("done")
		os.Exit(0)
	}()
	report.Check(manager.Start(ctrl.SetupSignalHandler()))
}
