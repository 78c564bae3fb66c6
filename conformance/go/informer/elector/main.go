// Command elector takes part in an election with client-go's elector. While it leads, it creates a ConfigMap every
// 100 ms that names it and the time at which the write was begun. It prints one line of JSON when it starts and stops
// leading and when it sees a new leader, and ends when it has lost the lease.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "the server")
	namespace := flag.String("namespace", "default", "the namespace of the Lease and the ConfigMaps")
	name := flag.String("name", "", "the name of the Lease")
	identity := flag.String("identity", "", "who this candidate is")
	lease := flag.Duration("lease", 15*time.Second, "lease duration")
	renew := flag.Duration("renew", 10*time.Second, "renew deadline")
	retry := flag.Duration("retry", 2*time.Second, "retry period")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)
	clientset, err := kubernetes.NewForConfig(config)
	check(err)
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()

	meta := metav1.ObjectMeta{Name: *name, Namespace: *namespace}
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  meta,
		Client:     clientset.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: *identity},
	}
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock:            lock,
		ReleaseOnCancel: true,
		LeaseDuration:   *lease,
		RenewDeadline:   *renew,
		RetryPeriod:     *retry,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				say("started")
				for number := 0; ctx.Err() == nil; number++ {
					began := strconv.FormatInt(time.Now().UnixMilli(), 10)
					write := &corev1.ConfigMap{
						ObjectMeta: metav1.ObjectMeta{GenerateName: "write-"},
						Data:       map[string]string{"by": *identity, "began": began},
					}
					_, _ = clientset.CoreV1().ConfigMaps(*namespace).Create(ctx, write, metav1.CreateOptions{})
					time.Sleep(100 * time.Millisecond)
				}
			},
			OnStoppedLeading: func() { say("stopped") },
			OnNewLeader:      func(string) { say("seen") },
		},
	})
	os.Exit(1)
}

func say(event string) {
	text, err := json.Marshal(map[string]string{"event": event})
	check(err)
	fmt.Println(string(text))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
