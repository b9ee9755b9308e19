// An operator that brings EnsureMetricsServer about, by plain Kubernetes objects: docs/spec/delegation.md has the protocol.
// A ConfigMap on the platform's cluster stands for the real work.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

const (
	operator  = "metrics.example.com"
	condition = "EnsureMetricsServer"
	namespace = "outrigger-system"
)

var (
	clusters   = schema.GroupVersionResource{Group: "outrigger.dev", Version: "v1alpha1", Resource: "clusters"}
	configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
	identity   = operator + "-" + string(uuid.NewUUID())
)

type worker struct {
	objects dynamic.Interface
	leases  kubernetes.Interface
	lock    sync.Mutex
	running map[string]context.CancelFunc
	all     sync.WaitGroup
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	// KUBECONFIG, or the account of the pod.
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		log.Fatal(err)
	}
	w := &worker{
		objects: dynamic.NewForConfigOrDie(config),
		leases:  kubernetes.NewForConfigOrDie(config),
		running: map[string]context.CancelFunc{},
	}
	factory := dynamicinformer.NewDynamicSharedInformerFactory(w.objects, 10*time.Second)
	informer := factory.ForResource(clusters).Informer()
	look := func(object any) {
		if cluster, ok := object.(*unstructured.Unstructured); ok {
			w.look(ctx, cluster)
		}
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    look,
		UpdateFunc: func(_, object any) { look(object) },
	})
	if err != nil {
		log.Fatal(err)
	}
	factory.Start(ctx.Done())
	<-ctx.Done()
	w.all.Wait()
}

// look begins the work that a Cluster asks for, and ends the work that it asks for no longer.
func (w *worker) look(ctx context.Context, cluster *unstructured.Unstructured) {
	w.lock.Lock()
	defer w.lock.Unlock()
	name := cluster.GetName()
	until, asked := askedUntil(cluster)
	if !asked {
		if cancel := w.running[name]; cancel != nil {
			cancel()
		}
		return
	}
	if w.running[name] != nil || ctx.Err() != nil {
		return
	}
	if until.IsZero() {
		until = time.Now().Add(24 * time.Hour)
	}
	work, cancel := context.WithDeadline(ctx, until)
	w.running[name] = cancel
	w.all.Add(1)
	go func() {
		defer w.all.Done()
		defer func() {
			w.lock.Lock()
			delete(w.running, name)
			w.lock.Unlock()
			cancel()
		}()
		w.claim(work, name)
	}()
}

// askedUntil says whether the condition is asked for, and when it is given up.
func askedUntil(cluster *unstructured.Unstructured) (time.Time, bool) {
	var until time.Time
	isDelegated := false
	delegated, _, _ := unstructured.NestedSlice(cluster.Object, "status", "delegated")
	for _, entry := range delegated {
		fields, _ := entry.(map[string]any)
		if fields["condition"] != condition {
			continue
		}
		isDelegated = true
		if text, ok := fields["until"].(string); ok {
			until, _ = time.Parse(time.RFC3339, text)
		}
	}
	if !isDelegated || (!until.IsZero() && !time.Now().Before(until)) {
		return until, false
	}
	conditions, _, _ := unstructured.NestedSlice(cluster.Object, "status", "conditions")
	for _, entry := range conditions {
		fields, _ := entry.(map[string]any)
		if fields["type"] == condition {
			return until, fields["status"] == "False" && fields["reason"] != "Failed"
		}
	}
	return until, false
}

// claim works on the condition while it holds the Lease, so that no two replicas do.
func (w *worker) claim(ctx context.Context, cluster string) {
	claimed, done := context.WithCancel(ctx)
	defer done()
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  metav1.ObjectMeta{Namespace: namespace, Name: strings.ToLower(cluster + "-" + condition)},
		Client:     w.leases.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
	}
	leaderelection.RunOrDie(claimed, leaderelection.LeaderElectionConfig{
		Lock:            lock,
		LeaseDuration:   15 * time.Second,
		RenewDeadline:   10 * time.Second,
		RetryPeriod:     2 * time.Second,
		ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				defer done()
				w.bringAbout(ctx, cluster)
			},
			OnStoppedLeading: func() {},
		},
	})
}

func (w *worker) bringAbout(ctx context.Context, cluster string) {
	for attempt := 1; ctx.Err() == nil; attempt++ {
		message, err := w.ensureMetricsServer(ctx, cluster)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			err = w.answer(ctx, cluster, "True", "Done", message)
		case attempt == 3:
			err = w.answer(ctx, cluster, "False", "Failed", err.Error())
		default:
			message = err.Error()
			_ = w.answer(ctx, cluster, "False", "Retrying", message)
		}
		if err == nil || errors.Is(err, errNotAsked) {
			return
		}
		log.Printf("%s: %v", cluster, err)
		select {
		case <-ctx.Done():
		case <-time.After(2 * time.Second):
		}
	}
}

func (w *worker) ensureMetricsServer(ctx context.Context, cluster string) (string, error) {
	if err := w.answer(ctx, cluster, "False", "Working", "writes the configuration"); err != nil {
		return "", err
	}
	name := "metrics-server-" + cluster
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1",
		"kind":       "ConfigMap",
		"metadata":   map[string]any{"name": name, "namespace": namespace},
		"data":       map[string]any{"cluster": cluster},
	}}
	how := metav1.ApplyOptions{FieldManager: operator, Force: true}
	_, err := w.objects.Resource(configMaps).Namespace(namespace).Apply(ctx, name, object, how)
	return "ConfigMap " + name + " is there", err
}

var errNotAsked = errors.New("nobody asks any more")

// answer writes the one condition and nothing else, if it is still asked for: the version of the Cluster says so.
func (w *worker) answer(ctx context.Context, cluster, status, reason, message string) error {
	for {
		found, err := w.objects.Resource(clusters).Get(ctx, cluster, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if _, asked := askedUntil(found); !asked {
			return errNotAsked
		}
		body, err := json.Marshal(map[string]any{
			"apiVersion": "outrigger.dev/v1alpha1",
			"kind":       "Cluster",
			"metadata":   map[string]any{"name": cluster, "resourceVersion": found.GetResourceVersion()},
			"status": map[string]any{"conditions": []any{map[string]any{
				"type":               condition,
				"status":             status,
				"reason":             reason,
				"message":            message,
				"lastTransitionTime": time.Now().UTC().Format(time.RFC3339),
			}}},
		})
		if err != nil {
			return err
		}
		force := true
		how := metav1.PatchOptions{FieldManager: operator + "-" + condition, Force: &force}
		_, err = w.objects.Resource(clusters).Patch(ctx, cluster, types.ApplyPatchType, body, how, "status")
		if !apierrors.IsConflict(err) {
			return err
		}
	}
}
