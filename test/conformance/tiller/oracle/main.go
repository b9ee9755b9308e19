// Prints records as Tiller 2.17 stored them, with what Helm 2's own library reads out of them.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"os"

	"github.com/golang/protobuf/proto"
	"github.com/golang/protobuf/ptypes/any"
	"github.com/golang/protobuf/ptypes/timestamp"
	"k8s.io/helm/pkg/proto/hapi/chart"
	"k8s.io/helm/pkg/proto/hapi/release"
)

const manifest = `
---
# Source: shop/templates/settings.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: shop
  labels: {chart: shop-1.2.0, heritage: Tiller, release: shop}
data:
  greeting: "GREETING"
---
# Source: shop/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
  labels: {chart: shop-1.2.0, heritage: Tiller, release: shop}
spec:
  replicas: 1
  selector:
    matchLabels: {app: shop}
  template:
    metadata:
      labels: {app: shop}
    spec:
      containers:
      - name: shop
        image: registry.example.com/shop:1.2.0
`

const template = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
data:
  greeting: {{ .Values.greeting | quote }}
`

func shop(revision int32, status release.Status_Code, greeting string) *release.Release {
	config := &chart.Config{Raw: "greeting: " + greeting + "\ncache:\n  size: 3\n"}
	text := string(bytes.ReplaceAll([]byte(manifest), []byte("GREETING"), []byte(greeting)))
	return &release.Release{
		Name:      "shop",
		Namespace: "store",
		Version:   revision,
		Info: &release.Info{
			Status:        &release.Status{Code: status, Notes: "Greets with " + greeting + ".\n", LastTestSuiteRun: tests(revision)},
			FirstDeployed: &timestamp.Timestamp{Seconds: 1546300800, Nanos: 123456789},
			LastDeployed:  &timestamp.Timestamp{Seconds: 1546300800 + int64(revision)*60, Nanos: 500000000},
			Description:   "Upgrade complete",
		},
		Chart: &chart.Chart{
			Metadata: &chart.Metadata{
				Name: "shop", Version: "1.2.0", AppVersion: "7", ApiVersion: "v1", Description: "Sells things", Engine: "gotpl",
				Home: "https://shop.example.com", Sources: []string{"https://git.example.com/shop"}, Keywords: []string{"shop", "ünïcode"},
				Maintainers: []*chart.Maintainer{{Name: "Ann", Email: "ann@example.com"}, {Name: "Bo", Url: "https://bo.example.com"}},
				Annotations: map[string]string{"tier": "front"}, KubeVersion: ">=1.9.0", TillerVersion: ">=2.9.0", Deprecated: true,
			},
			Templates: []*chart.Template{{Name: "templates/settings.yaml", Data: []byte(template)}},
			Values:    &chart.Config{Raw: "greeting: hello\ncache:\n  size: 1\n"},
			Files:     []*any.Any{{TypeUrl: "README.md", Value: []byte("# Shop\n")}, {TypeUrl: "logo.bin", Value: []byte{0, 255, 10}}},
			Dependencies: []*chart.Chart{{
				Metadata: &chart.Metadata{Name: "cache", Version: "0.1.0"},
				Values:   &chart.Config{Raw: "size: 2\nkind: memory\n"},
			}},
		},
		Config:   config,
		Manifest: text,
		Hooks: []*release.Hook{{
			Name: "shop-test", Kind: "Pod", Path: "shop/templates/tests/ask.yaml", Weight: -5,
			Manifest:       "apiVersion: v1\nkind: Pod\nmetadata:\n  name: shop-test\nspec:\n  restartPolicy: Never\n  containers: [{name: ask, image: registry.example.com/ask}]\n",
			Events:         []release.Hook_Event{release.Hook_RELEASE_TEST_SUCCESS, release.Hook_PRE_UPGRADE},
			DeletePolicies: []release.Hook_DeletePolicy{release.Hook_BEFORE_HOOK_CREATION, release.Hook_SUCCEEDED},
		}},
	}
}

func tests(revision int32) *release.TestSuite {
	if revision != 2 {
		return nil
	}
	run := &release.TestRun{Name: "shop-test", Status: release.TestRun_SUCCESS, StartedAt: &timestamp.Timestamp{Seconds: 1546301000}, CompletedAt: &timestamp.Timestamp{Seconds: 1546301007}}
	return &release.TestSuite{Results: []*release.TestRun{run}}
}

func main() {
	gone := shop(1, release.Status_DELETED, "bye")
	gone.Name = "gone"
	gone.Info.Deleted = &timestamp.Timestamp{Seconds: 1546400000}
	least := &release.Release{
		Name: "least", Namespace: "default", Version: 1,
		Info:  &release.Info{Status: &release.Status{Code: release.Status_FAILED}},
		Chart: &chart.Chart{Metadata: &chart.Metadata{Name: "least", Version: "0.1.0"}},
	}
	rows := []map[string]interface{}{}
	for _, one := range []*release.Release{
		shop(1, release.Status_SUPERSEDED, "hello"), shop(2, release.Status_SUPERSEDED, "welcome"), shop(3, release.Status_DEPLOYED, "good day"),
		gone, least,
	} {
		message, err := proto.Marshal(one)
		if err != nil {
			panic(err)
		}
		var packed bytes.Buffer
		writer, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		writer.Write(message)
		writer.Close()
		read := &release.Release{}
		if err := proto.Unmarshal(message, read); err != nil {
			panic(err)
		}
		rows = append(rows, map[string]interface{}{
			"status": one.Info.Status.Code.String(),
			"text":   base64.StdEncoding.EncodeToString(packed.Bytes()),
			"read":   read,
		})
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(rows); err != nil {
		panic(err)
	}
}
