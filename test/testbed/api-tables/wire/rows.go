package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/randfill"
)

type row struct {
	Kind string          `json:"kind"`
	Wire string          `json:"wire"`
	JSON json.RawMessage `json:"json"`
}

// makeRows fills every kind COUNT times.
func makeRows(known *runtime.Scheme, count, seed int64) []row {
	serializer := protobuf.NewSerializer(known, known)
	random := rand.New(rand.NewSource(seed))
	rows := []row{}
	options := schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "DeleteOptions"}
	for _, gvk := range append(kindsOf(known), options) {
		for range count {
			object, err := known.New(gvk)
			if err != nil {
				panic(err)
			}
			fillerOf(random).Fill(object)
			object.GetObjectKind().SetGroupVersionKind(gvk)
			wire, err := runtime.Encode(serializer, object)
			if err != nil {
				panic(fmt.Sprint(gvk, err))
			}
			// What counts is what the server has after reading the bytes.
			read, _, err := serializer.Decode(wire, nil, nil)
			if err != nil {
				panic(fmt.Sprint(gvk, err))
			}
			read.GetObjectKind().SetGroupVersionKind(gvk)
			text, err := json.Marshal(read)
			if err != nil {
				panic(fmt.Sprint(gvk, err))
			}
			rows = append(rows, row{gvk.String(), base64.StdEncoding.EncodeToString(wire), text})
		}
	}
	return rows
}

func fillerOf(random *rand.Rand) *randfill.Filler {
	return randfill.New().RandSource(random).NilChance(.5).NumElements(1, 2).MaxDepth(9).Funcs(
		func(text *string, c randfill.Continue) {
			words := []string{"", "a", "web", "straße", "a\"b\\c", "8080"}
			*text = words[c.Intn(len(words))]
		},
		func(value *int64, c randfill.Continue) { *value = someNumber(c) },
		func(value *int32, c randfill.Continue) { *value = int32(someNumber(c)) },
		func(moment *metav1.Time, c randfill.Continue) {
			if c.Bool() {
				moment.Time = time.Unix(c.Int63n(4e9), c.Int63n(1e9)).UTC()
			}
		},
		func(moment *metav1.MicroTime, c randfill.Continue) {
			if c.Bool() {
				moment.Time = time.Unix(c.Int63n(4e9), c.Int63n(1e6)*1000).UTC()
			}
		},
		func(amount *resource.Quantity, c randfill.Continue) {
			texts := []string{"0", "1", "100m", "1.5Gi", "12e6", "-3", "1Ki", "250u"}
			*amount = resource.MustParse(texts[c.Intn(len(texts))])
		},
		func(value *intstr.IntOrString, c randfill.Continue) {
			values := []intstr.IntOrString{intstr.FromInt32(0), intstr.FromInt32(8080), intstr.FromString("25%"), intstr.FromString("http")}
			*value = values[c.Intn(len(values))]
		},
		func(raw *runtime.RawExtension, c randfill.Continue) { raw.Raw = someJSON(c) },
		func(raw *apiextensionsv1.JSON, c randfill.Continue) { raw.Raw = someJSON(c) },
		func(raw *metav1.FieldsV1, c randfill.Continue) { raw.Raw = []byte(`{"f:a":{".":{}}}`) },
		func(props *apiextensionsv1.JSONSchemaPropsOrBool, c randfill.Continue) {
			if c.Bool() {
				props.Allows = c.Bool()
				return
			}
			props.Allows, props.Schema = true, &apiextensionsv1.JSONSchemaProps{Type: "string"}
		},
		func(props *apiextensionsv1.JSONSchemaPropsOrArray, c randfill.Continue) {
			if c.Bool() {
				props.JSONSchemas = []apiextensionsv1.JSONSchemaProps{{Type: "string"}, {}}
				return
			}
			props.Schema = &apiextensionsv1.JSONSchemaProps{Type: "object"}
		},
		func(props *apiextensionsv1.JSONSchemaPropsOrStringArray, c randfill.Continue) {
			if c.Bool() {
				props.Property = []string{"a", "b"}
				return
			}
			props.Schema = &apiextensionsv1.JSONSchemaProps{Type: "object"}
		},
	)
}

func someNumber(c randfill.Continue) int64 {
	values := []int64{0, 1, -1, 127, 128, 30000, 1 << 31, -(1 << 40), 1 << 53, 1<<62 + 1}
	return values[c.Intn(len(values))]
}

func someJSON(c randfill.Continue) []byte {
	texts := []string{`{"a":[1,"b",null,true]}`, `"text"`, `12`, `{}`, `[]`}
	return []byte(texts[c.Intn(len(texts))])
}
