package main

import (
	"reflect"
	"sort"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The oldest minor of Kubernetes 1 that the embedded server can be.
const oldestMinor = 29

// A field is written as NUMBER NAME TYPE FLAGS, separated by spaces, fields by commas.
//
// NAME is the one in JSON; `-` is a struct whose fields stand among those of the outer one.
// TYPE is s(tring), y (bytes), i(nt), b(ool), d(ouble), or the name of a message; [ before it is a list,
// { a map with strings as keys. A whole message that is =TYPE is a list with a name of its own.
// FLAGS: ? is left out when empty, * is a pointer, 0 is left out when zero.
type types struct {
	Kinds    map[string]string `json:"kinds"`
	Messages map[string]string `json:"messages"`
}

func readTypes(known *runtime.Scheme) types {
	found := types{Kinds: map[string]string{}, Messages: map[string]string{}}
	for _, gvk := range kindsOf(known) {
		kind := known.AllKnownTypes()[gvk]
		found.Kinds[gvk.GroupVersion().String()+" "+gvk.Kind] = found.add(kind)
	}
	// These are known in every group, or sent as parts of others.
	for _, kind := range []any{
		metav1.DeleteOptions{}, metav1.Status{}, metav1.PartialObjectMetadata{},
		metav1.CreateOptions{}, metav1.UpdateOptions{}, metav1.PatchOptions{},
	} {
		t := reflect.TypeOf(kind)
		found.Kinds[t.Name()] = found.add(t)
	}
	return found
}

// What servers from the oldest minor on take by default, in a fixed order.
func kindsOf(known *runtime.Scheme) []schema.GroupVersionKind {
	kinds := []schema.GroupVersionKind{}
	for gvk, t := range known.AllKnownTypes() {
		if !isMessage(t) || isOptions(t) || !isServed(known, gvk) || strings.HasSuffix(gvk.Kind, "List") {
			continue
		}
		kinds = append(kinds, gvk)
	}
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].String() < kinds[j].String() })
	return kinds
}

// Options and the like are registered once per group and version.
func isOptions(kind reflect.Type) bool {
	return strings.HasSuffix(kind.PkgPath(), "apimachinery/pkg/apis/meta/v1")
}

func isServed(known *runtime.Scheme, gvk schema.GroupVersionKind) bool {
	if gvk.Version == runtime.APIVersionInternal || strings.Contains(gvk.Version, "alpha") {
		return false
	}
	object, err := known.New(gvk)
	if err != nil {
		panic(err)
	}
	of, ok := object.(interface{ APILifecycleRemoved() (int, int) })
	if !ok {
		return true
	}
	_, removed := of.APILifecycleRemoved()
	return removed > oldestMinor
}

var marshaler = reflect.TypeOf((*interface{ Marshal() ([]byte, error) })(nil)).Elem()

func isMessage(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(marshaler)
}

func nameOf(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return strings.Join(append(parts[len(parts)-2:], t.Name()), ".")
}

func (found *types) add(t reflect.Type) string {
	name := nameOf(t)
	if _, seen := found.Messages[name]; seen {
		return name
	}
	found.Messages[name] = ""
	if t.Kind() == reflect.Slice {
		// Lists with a name of their own are wrapped, so that they can be empty.
		found.Messages[name] = "=" + found.typeOf(t.Elem())
		return name
	}
	fields := []string{}
	for i := range t.NumField() {
		if text := found.describe(t.Field(i)); text != "" {
			fields = append(fields, text)
		}
	}
	found.Messages[name] = strings.Join(fields, ",")
	return name
}

func (found *types) describe(field reflect.StructField) string {
	wire := strings.Split(field.Tag.Get("protobuf"), ",")
	if len(wire) < 2 {
		return ""
	}
	names := strings.Split(field.Tag.Get("json"), ",")
	name, flags := names[0], ""
	for _, option := range names[1:] {
		switch option {
		case "omitempty":
			flags += "?"
		case "omitzero":
			flags += "0"
		}
	}
	if name == "" {
		name = "-"
	}
	t := field.Type
	if t.Kind() == reflect.Pointer {
		flags += "*"
		t = t.Elem()
	}
	return strings.TrimRight(strings.Join([]string{wire[1], name, found.typeOf(t), flags}, " "), " ")
}

func (found *types) typeOf(t reflect.Type) string {
	if isMessage(t) {
		return found.add(t)
	}
	switch t.Kind() {
	case reflect.String:
		return "s"
	case reflect.Bool:
		return "b"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "i"
	case reflect.Float64:
		return "d"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "y"
		}
		return "[" + found.typeOf(t.Elem())
	case reflect.Map:
		return "{" + found.typeOf(t.Elem())
	case reflect.Pointer:
		return found.typeOf(t.Elem())
	}
	panic("no rule for " + t.String())
}
