// Answers the rows of test/conformance/objects with the libraries that Kubernetes and Helm use: one
// JSON array of rows comes in, one JSON array of answers goes out.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

type row struct {
	Ask  string            `json:"ask"`
	Args []json.RawMessage `json:"args"`
}

type object map[string]any

func main() {
	var rows []row
	if err := json.NewDecoder(os.Stdin).Decode(&rows); err != nil {
		panic(err)
	}
	answers := []any{}
	for _, r := range rows {
		answers = append(answers, answer(r))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}

func answer(r row) (out any) {
	defer func() {
		if e := recover(); e != nil {
			out = object{"panic": fmt.Sprint(e)}
		}
	}()
	answered, err := ask(r)
	if err != nil {
		return object{"error": err.Error()}
	}
	return answered
}

func ask(r row) (any, error) {
	switch r.Ask {
	case "quantity":
		return quantity(r)
	case "add", "subtract", "compare":
		return arithmetic(r)
	case "labels":
		s, err := labels.Parse(text(r.Args[0]))
		if err != nil {
			return nil, err
		}
		return object{"text": s.String(), "matches": matches(r, func(set map[string]string) bool { return s.Matches(labels.Set(set)) })}, nil
	case "labelSelector":
		var written metav1.LabelSelector
		if err := json.Unmarshal(r.Args[0], &written); err != nil {
			return nil, err
		}
		s, err := metav1.LabelSelectorAsSelector(&written)
		if err != nil {
			return nil, err
		}
		return object{"text": s.String()}, nil
	case "fields":
		s, err := fields.ParseSelector(text(r.Args[0]))
		if err != nil {
			return nil, err
		}
		return object{"text": s.String(), "matches": matches(r, func(set map[string]string) bool { return s.Matches(fields.Set(set)) })}, nil
	case "status":
		u := &unstructured.Unstructured{}
		if err := u.UnmarshalJSON(r.Args[0]); err != nil {
			return nil, err
		}
		result, err := status.Compute(u)
		if err != nil {
			return nil, err
		}
		return object{"status": result.Status.String(), "message": result.Message}, nil
	case "strategic":
		return raw(strategicpatch.StrategicMergePatch(r.Args[1], r.Args[2], kind(r.Args[0])))
	case "twoWay":
		return raw(strategicpatch.CreateTwoWayMergePatch(r.Args[1], r.Args[2], kind(r.Args[0])))
	case "threeWay":
		schema, err := strategicpatch.NewPatchMetaFromStruct(kind(r.Args[0]))
		if err != nil {
			return nil, err
		}
		return raw(strategicpatch.CreateThreeWayMergePatch(r.Args[1], r.Args[2], r.Args[3], schema, true))
	case "threeWayMerge":
		return raw(jsonmergepatch.CreateThreeWayJSONMergePatch(r.Args[0], r.Args[1], r.Args[2]))
	}
	return nil, fmt.Errorf("nobody can answer %q", r.Ask)
}

func quantity(r row) (any, error) {
	q, err := resource.ParseQuantity(text(r.Args[0]))
	if err != nil {
		return nil, err
	}
	answer := object{"text": q.String(), "format": string(q.Format)}
	// Beyond these the library's own numbers overflow, and those below zero are rounded to nonsense.
	if f := q.AsApproximateFloat64(); f >= 0 && f < 1e15 {
		answer["value"], answer["milli"] = fmt.Sprint(q.Value()), fmt.Sprint(q.MilliValue())
	}
	return answer, nil
}

func arithmetic(r row) (any, error) {
	a, err := resource.ParseQuantity(text(r.Args[0]))
	if err != nil {
		return nil, err
	}
	b, err := resource.ParseQuantity(text(r.Args[1]))
	if err != nil {
		return nil, err
	}
	switch r.Ask {
	case "compare":
		return a.Cmp(b), nil
	case "add":
		a.Add(b)
	default:
		a.Sub(b)
	}
	return a.String(), nil
}

func matches(r row, match func(map[string]string) bool) []bool {
	var sets []map[string]string
	if len(r.Args) > 1 {
		if err := json.Unmarshal(r.Args[1], &sets); err != nil {
			panic(err)
		}
	}
	found := []bool{}
	for _, set := range sets {
		found = append(found, match(set))
	}
	return found
}

func kind(name json.RawMessage) any {
	switch text(name) {
	case "Deployment":
		return &appsv1.Deployment{}
	case "Service":
		return &corev1.Service{}
	case "Pod":
		return &corev1.Pod{}
	case "ServiceAccount":
		return &corev1.ServiceAccount{}
	}
	return &corev1.ConfigMap{}
}

func text(written json.RawMessage) string {
	var s string
	if err := json.Unmarshal(written, &s); err != nil {
		panic(err)
	}
	return s
}

func raw(written []byte, err error) (any, error) {
	return json.RawMessage(written), err
}
