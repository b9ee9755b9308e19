package main

import "k8s.io/apimachinery/pkg/runtime"

// A life is the minors of Kubernetes 1 in which a kind came and went; 0 is never.
type life struct {
	Introduced int `json:"introduced"`
	Deprecated int `json:"deprecated,omitempty"`
	Removed    int `json:"removed,omitempty"`
}

func readLives(known *runtime.Scheme) map[string]life {
	lives := map[string]life{}
	for gvk := range known.AllKnownTypes() {
		if gvk.Version == runtime.APIVersionInternal {
			continue
		}
		object, err := known.New(gvk)
		if err != nil {
			panic(err)
		}
		one := life{}
		told := false
		if of, ok := object.(interface{ APILifecycleIntroduced() (int, int) }); ok {
			_, one.Introduced = of.APILifecycleIntroduced()
			told = true
		}
		if of, ok := object.(interface{ APILifecycleDeprecated() (int, int) }); ok {
			_, one.Deprecated = of.APILifecycleDeprecated()
		}
		if of, ok := object.(interface{ APILifecycleRemoved() (int, int) }); ok {
			_, one.Removed = of.APILifecycleRemoved()
		}
		if told {
			lives[gvk.GroupVersion().String()+" "+gvk.Kind] = one
		}
	}
	return lives
}
