// Command informer keeps ConfigMaps in client-go's shared informer and prints what it sees: every notification as one
// line of JSON, and on each line of standard input the state of its cache.
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"sort"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

type line struct {
	Event string `json:"event"`
	Key   string `json:"key,omitempty"`
	RV    string `json:"rv,omitempty"`
	Count int    `json:"count,omitempty"`
	Hash  string `json:"hash,omitempty"`
}

type printer struct {
	lock sync.Mutex
	out  *bufio.Writer
}

func (p *printer) print(l line) {
	p.lock.Lock()
	defer p.lock.Unlock()
	text, err := json.Marshal(l)
	check(err)
	p.out.Write(append(text, '\n'))
	check(p.out.Flush())
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "the server to watch")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)
	clientset, err := kubernetes.NewForConfig(config)
	check(err)

	out := &printer{out: bufio.NewWriter(os.Stdout)}
	factory := informers.NewSharedInformerFactory(clientset, 0)
	informer := factory.Core().V1().ConfigMaps().Informer()
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, initial bool) {
			if !initial {
				out.print(notification("add", object))
			}
		},
		UpdateFunc: func(_, object any) { out.print(notification("update", object)) },
		DeleteFunc: func(object any) {
			if gone, missed := object.(cache.DeletedFinalStateUnknown); missed {
				out.print(line{Event: "missed", Key: gone.Key})
				return
			}
			out.print(notification("delete", object))
		},
	})
	check(err)

	stop := make(chan struct{})
	factory.Start(stop)
	if !cache.WaitForCacheSync(stop, informer.HasSynced) {
		os.Exit(1)
	}
	out.print(state("synced", informer.GetStore()))
	questions := bufio.NewScanner(os.Stdin)
	for questions.Scan() {
		out.print(state("state", informer.GetStore()))
	}
	close(stop)
	factory.Shutdown()
}

func notification(event string, object any) line {
	configMap := object.(*corev1.ConfigMap)
	return line{Event: event, Key: configMap.Namespace + "/" + configMap.Name, RV: configMap.ResourceVersion}
}

// state sums up the cache: the hash is of one line per object, in order: key, uid, resourceVersion and the data as
// JSON.
func state(event string, store cache.Store) line {
	lines := []string{}
	for _, object := range store.List() {
		configMap := object.(*corev1.ConfigMap)
		data, err := json.Marshal(configMap.Data)
		check(err)
		key := configMap.Namespace + "/" + configMap.Name
		lines = append(lines, fmt.Sprintf("%s %s %s %s\n", key, configMap.UID, configMap.ResourceVersion, data))
	}
	sort.Strings(lines)
	sum := sha256.New()
	for _, text := range lines {
		sum.Write([]byte(text))
	}
	return line{Event: event, Count: len(lines), Hash: hex.EncodeToString(sum.Sum(nil))}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
