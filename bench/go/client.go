package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// What the runner says about a run. Whether lists are streamed comes from client-go's own switch,
// KUBE_FEATURE_WatchListClient.
type config struct {
	URL      string `json:"url"`
	CA       string `json:"ca"`
	Size     int64  `json:"size"`
	Corpus   string `json:"corpus"`
	Protobuf bool   `json:"protobuf"`
	Read     bool   `json:"read"`
	Indexed  bool   `json:"indexed"`
}

type command struct {
	Do    string `json:"do"`
	Count int    `json:"count"`
}

type client struct {
	config   config
	rest     *rest.Config
	informer cache.SharedIndexInformer
	out      *json.Encoder

	adds, updates atomic.Int64
	firstUpdate   atomic.Int64
	synced        chan struct{}
	deleted       chan struct{}
	measured      []float64
	latencies     atomic.Bool
	sink          atomic.Value
}

func runClient(text string) {
	c := &client{synced: make(chan struct{}), deleted: make(chan struct{}, 1), out: json.NewEncoder(os.Stdout)}
	check(json.Unmarshal([]byte(text), &c.config))
	c.rest = &rest.Config{
		Host:               c.config.URL,
		TLSClientConfig:    rest.TLSClientConfig{CAData: []byte(c.config.CA)},
		QPS:                -1,
		DisableCompression: true,
	}
	if c.config.Protobuf {
		c.rest.ContentType = k8sruntime.ContentTypeProtobuf
		c.rest.AcceptContentTypes = k8sruntime.ContentTypeProtobuf
	} else {
		c.rest.ContentType = k8sruntime.ContentTypeJSON
	}
	commands := bufio.NewScanner(os.Stdin)
	for commands.Scan() {
		var next command
		check(json.Unmarshal(commands.Bytes(), &next))
		switch next.Do {
		case "sync":
			c.sync()
		case "settle":
			c.settle()
		case "events":
			c.events(false)
		case "latency":
			c.events(true)
		case "lister":
			c.lister()
		case "gets":
			c.gets(next.Count)
		case "exit":
			return
		}
	}
}

func (c *client) say(values map[string]any) { check(c.out.Encode(values)) }

func (c *client) makeInformer() cache.SharedIndexInformer {
	if c.config.Corpus != "pods" {
		widgets := schema.GroupVersionResource{Group: "bench.example.com", Version: "v1", Resource: "widgets"}
		factory := dynamicinformer.NewDynamicSharedInformerFactory(dynamic.NewForConfigOrDie(c.rest), 0)
		return factory.ForResource(widgets).Informer()
	}
	set := kubernetes.NewForConfigOrDie(c.rest)
	informer := informers.NewSharedInformerFactory(set, 0).Core().V1().Pods().Informer()
	if c.config.Indexed {
		check(informer.AddIndexers(cache.Indexers{"node": func(object any) ([]string, error) {
			return []string{object.(*corev1.Pod).Spec.NodeName}, nil
		}}))
	}
	return informer
}

func (c *client) sync() {
	c.informer = c.makeInformer()
	_, err := c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) {
			c.touch(object)
			if c.adds.Add(1) == c.config.Size {
				close(c.synced)
			}
		},
		UpdateFunc: func(_, object any) {
			c.touch(object)
			if c.latencies.Load() {
				c.stamp(object)
			} else if c.updates.Add(1) == 1 {
				c.firstUpdate.Store(time.Now().UnixNano())
			}
		},
		DeleteFunc: func(any) { c.deleted <- struct{}{} },
	})
	check(err)
	cpu, began := cpuSeconds(), time.Now()
	go c.informer.Run(context.Background().Done())
	<-c.synced
	elapsed, used := time.Since(began).Seconds(), cpuSeconds()-cpu
	_, peak := resident()
	c.say(map[string]any{"syncS": elapsed, "syncCpuS": used, "peakRssMB": peak})
}

func (c *client) touch(object any) {
	if !c.config.Read {
		return
	}
	if pod, ok := object.(*corev1.Pod); ok {
		c.sink.Store(pod.Status.Phase)
	}
}

// The version is 10^15 plus the nanoseconds of the monotonic clock when the server wrote it.
func (c *client) stamp(object any) {
	var now unix.Timespec
	check(unix.ClockGettime(unix.CLOCK_MONOTONIC, &now))
	accessor, err := meta.Accessor(object)
	check(err)
	version, err := strconv.ParseInt(accessor.GetResourceVersion(), 10, 64)
	check(err)
	c.measured = append(c.measured, float64(now.Nano()-(version-1_000_000_000_000_000))/1000)
}

func (c *client) events(latency bool) {
	c.latencies.Store(latency)
	cpu := cpuSeconds()
	c.say(map[string]any{"armed": true})
	<-c.deleted
	ended := time.Now().UnixNano()
	used := cpuSeconds() - cpu
	_, peak := resident()
	if latency {
		sort.Float64s(c.measured)
		at := func(share float64) float64 { return c.measured[int(share*float64(len(c.measured)-1))] }
		c.say(map[string]any{
			"latencyP50Us": at(0.5), "latencyP99Us": at(0.99), "handled": len(c.measured), "eventsPeakRssMB": peak,
		})
		return
	}
	handled := c.updates.Load()
	c.say(map[string]any{
		"eventsPerS": float64(handled) / (float64(ended-c.firstUpdate.Load()) / 1e9), "handled": handled,
		"eventCpuUs": used / float64(handled) * 1e6, "eventsPeakRssMB": peak,
	})
}

func (c *client) settle() {
	time.Sleep(300 * time.Millisecond)
	runtime.GC()
	debug.FreeOSMemory()
	time.Sleep(100 * time.Millisecond)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	now, peak := resident()
	c.say(map[string]any{"settledRssMB": now, "heapMB": float64(memory.HeapAlloc) / 1e6, "peakRssMB": peak})
}

func (c *client) lister() {
	lister := corelisters.NewPodLister(c.informer.GetIndexer())
	read := 0
	once := func() float64 {
		began := time.Now()
		pods, err := lister.List(labels.Everything())
		check(err)
		for _, pod := range pods {
			if pod.Status.Phase == corev1.PodRunning {
				read++
			}
		}
		return float64(time.Since(began).Microseconds()) / 1000
	}
	cpu := cpuSeconds()
	first := once()
	rests := make([]float64, 0, 99)
	total := first
	for i := 0; i < 9; i++ {
		rests = append(rests, once())
		total += rests[i]
	}
	used := cpuSeconds() - cpu
	listed := read / 10
	// As in the other clients: the median of many.
	for len(rests) < 99 {
		rests = append(rests, once())
	}
	sort.Float64s(rests)
	names := c.informer.GetIndexer().ListIndexFuncValues("node")
	found := 0
	lookups := make([]float64, 99)
	for i := range lookups {
		found = 0
		began := time.Now()
		for _, name := range names {
			pods, err := c.informer.GetIndexer().ByIndex("node", name)
			check(err)
			found += len(pods)
		}
		lookups[i] = float64(time.Since(began).Nanoseconds()) / 1000 / float64(len(names))
	}
	sort.Float64s(lookups)
	c.say(map[string]any{
		"listFirstMs": first, "listRestMs": rests[49], "listAllMs": total, "listCpuS": used, "listed": listed,
		"lookupUs": lookups[49], "lookupFound": found / len(names),
	})
}

func (c *client) gets(count int) {
	set := kubernetes.NewForConfigOrDie(c.rest)
	cpu, began := cpuSeconds(), time.Now()
	var group sync.WaitGroup
	for i := 0; i < count; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			_, err := set.CoreV1().Pods("team-000").Get(context.Background(), "web", metav1.GetOptions{})
			check(err)
		}()
	}
	group.Wait()
	c.say(map[string]any{
		"getsMs": float64(time.Since(began).Microseconds()) / 1000, "getsCpuMs": (cpuSeconds() - cpu) * 1000,
	})
}
