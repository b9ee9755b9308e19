// Tells what the Go types of Kubernetes say about themselves, for the embedded API server.
//
//	wire types             the fields of every message: numbers, names in JSON, types
//	wire lifecycle          the minors in which kinds were introduced and removed
//	wire rows COUNT SEED   random objects, each as protobuf and as the JSON that Go makes of it
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

func main() {
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		scheme.AddToScheme, apiextensionsv1.AddToScheme, apiregistrationv1.AddToScheme,
	} {
		if err := add(known); err != nil {
			panic(err)
		}
	}
	var out any
	switch os.Args[1] {
	case "types":
		out = readTypes(known)
	case "lifecycle":
		out = readLifecycle(known)
	case "rows":
		out = makeRows(known, number(os.Args[2]), number(os.Args[3]))
	default:
		fmt.Fprintln(os.Stderr, "usage: wire types|lifecycle|rows COUNT SEED")
		os.Exit(2)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(out); err != nil {
		panic(err)
	}
}

func number(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return value
}
