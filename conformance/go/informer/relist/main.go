// Command relist prints what handlers of client-go's shared informer get when the informer lists again and finds one
// object unchanged and one changed. Standard output is recorded in packages/client-ts/src/cache/test-support:
// go run ./relist > ../../../packages/client-ts/src/cache/test-support/relist-in-client-go.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// scenario says how often each handler wants a resync, and whether one happens before the relist.
type scenario struct {
	Name     string           `json:"name"`
	ResyncMs map[string]int64 `json:"resyncMs"`
	Resynced bool             `json:"resynced"`
	// Got has, for each handler, what came with the relist.
	Got map[string][]string `json:"got"`
}

// server is a list of two objects and a watch that the program can end with 410.
type server struct {
	lock    sync.Mutex
	lists   int
	watches chan *watch.FakeWatcher
}

func (s *server) list(metav1.ListOptions) (runtime.Object, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.lists++
	changed, version := "2", "2"
	if s.lists > 1 {
		changed, version = "3", "3"
	}
	items := []corev1.ConfigMap{object("same", "1"), object("changed", changed)}
	return &corev1.ConfigMapList{ListMeta: metav1.ListMeta{ResourceVersion: version}, Items: items}, nil
}

func (s *server) watch(options metav1.ListOptions) (watch.Interface, error) {
	if options.SendInitialEvents != nil {
		return nil, apierrors.NewBadRequest("no streaming lists")
	}
	watcher := watch.NewFake()
	s.watches <- watcher
	return watcher, nil
}

func object(name, version string) corev1.ConfigMap {
	return corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, ResourceVersion: version}}
}

// record has what the handlers got since the last take.
type record struct {
	lock sync.Mutex
	got  map[string][]string
}

func (r *record) add(handler, line string) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.got[handler] = append(r.got[handler], line)
}

func (r *record) take() map[string][]string {
	r.lock.Lock()
	defer r.lock.Unlock()
	taken := r.got
	r.got = map[string][]string{}
	return taken
}

func run(s scenario) scenario {
	source := &server{watches: make(chan *watch.FakeWatcher, 10)}
	// An informer that is made without a period serves no handler that wants resyncs.
	var period time.Duration
	for _, resyncMs := range s.ResyncMs {
		period = max(period, time.Duration(resyncMs)*time.Millisecond)
	}
	informer := cache.NewSharedIndexInformer(
		&cache.ListWatch{ListFunc: source.list, WatchFunc: source.watch}, &corev1.ConfigMap{}, period, cache.Indexers{})
	seen := &record{got: map[string][]string{}}
	registrations := []cache.InformerSynced{}
	for name, resyncMs := range s.ResyncMs {
		registration, err := informer.AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{
			UpdateFunc: func(before, after any) {
				old, new := before.(*corev1.ConfigMap), after.(*corev1.ConfigMap)
				seen.add(name, fmt.Sprintf("update %s %s %s", new.Name, old.ResourceVersion, new.ResourceVersion))
			},
		}, time.Duration(resyncMs)*time.Millisecond)
		check(err)
		registrations = append(registrations, registration.HasSynced)
	}
	stop := make(chan struct{})
	defer close(stop)
	go informer.Run(stop)
	cache.WaitForCacheSync(stop, registrations...)
	first := <-source.watches
	if s.Resynced {
		for len(seen.take()) == 0 {
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(200 * time.Millisecond)
		seen.take()
	}
	gone := apierrors.NewResourceExpired("too old").ErrStatus
	first.Error(&gone)
	<-source.watches
	time.Sleep(200 * time.Millisecond)
	s.Got = map[string][]string{}
	got := seen.take()
	for name := range s.ResyncMs {
		s.Got[name] = append([]string{}, got[name]...)
	}
	return s
}

func main() {
	hour := int64(3_600_000)
	results := []scenario{
		run(scenario{Name: "no handler wants resyncs", ResyncMs: map[string]int64{"a": 0, "b": 0}}),
		run(scenario{Name: "one handler wants resyncs, and none came", ResyncMs: map[string]int64{"a": 0, "b": hour}}),
		run(scenario{Name: "one handler wants resyncs, and one came", ResyncMs: map[string]int64{"a": 0, "b": 5_000},
			Resynced: true}),
		run(scenario{Name: "both want resyncs, and one of them had its own",
			ResyncMs: map[string]int64{"a": hour, "b": 5_000}, Resynced: true}),
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	check(out.Encode(results))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
