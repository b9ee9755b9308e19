package main

import (
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// A life is the minors of Kubernetes 1 in which a kind came and went.
type life struct {
	Introduced  int    `json:"introduced"`
	Deprecated  int    `json:"deprecated,omitempty"`
	Removed     int    `json:"removed,omitempty"`
	Replacement string `json:"replacement,omitempty"`
}

// readLifecycle leaves out what is there from the oldest minor on, and for good.
func readLifecycle(known *runtime.Scheme) map[string]life {
	lifecycle := map[string]life{}
	for gvk := range known.AllKnownTypes() {
		if !isServed(known, gvk) || strings.HasSuffix(gvk.Kind, "List") {
			continue
		}
		object, err := known.New(gvk)
		if err != nil {
			panic(err)
		}
		one := life{}
		if of, ok := object.(interface{ APILifecycleIntroduced() (int, int) }); ok {
			_, one.Introduced = of.APILifecycleIntroduced()
		}
		if of, ok := object.(interface{ APILifecycleDeprecated() (int, int) }); ok {
			_, one.Deprecated = of.APILifecycleDeprecated()
		}
		if of, ok := object.(interface{ APILifecycleRemoved() (int, int) }); ok {
			_, one.Removed = of.APILifecycleRemoved()
		}
		if of, ok := object.(interface {
			APILifecycleReplacement() schema.GroupVersionKind
		}); ok {
			next := of.APILifecycleReplacement()
			one.Replacement = next.GroupVersion().String() + " " + next.Kind
		}
		if one.Introduced > oldestMinor || one.Deprecated > 0 {
			lifecycle[gvk.GroupVersion().String()+" "+gvk.Kind] = one
		}
	}
	return lifecycle
}
