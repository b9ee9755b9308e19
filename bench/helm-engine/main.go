// Command helm-engine renders a chart with Helm's own Go engine, again and again in one process, and
// prints the milliseconds of each render as JSON: what bench/render.bench.ts measures ours against.
//
//	helm-engine ROUNDS CHART [VALUES]
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "helm-engine:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("usage: helm-engine ROUNDS CHART [VALUES]")
	}
	rounds, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	times := make([]float64, 0, rounds)
	for range rounds {
		spent, err := renderOnce(args[1], args[2:])
		if err != nil {
			return err
		}
		times = append(times, float64(spent.Microseconds())/1000)
	}
	return json.NewEncoder(os.Stdout).Encode(times)
}

// renderOnce times what a warm re-render repeats: dependencies, values and templates. Loading is not
// part of it, but Helm changes the chart it renders, so each round needs a fresh one.
func renderOnce(path string, valuesFiles []string) (time.Duration, error) {
	chart, err := loader.Load(path)
	if err != nil {
		return 0, err
	}
	values := map[string]any{}
	for _, file := range valuesFiles {
		read, err := common.ReadValuesFile(file)
		if err != nil {
			return 0, err
		}
		values = loader.MergeMaps(values, read)
	}
	options := common.ReleaseOptions{Name: "demo", Namespace: "demo-ns", Revision: 1, IsInstall: true}
	start := time.Now()
	if err := chartutil.ProcessDependencies(chart, values); err != nil {
		return 0, err
	}
	top, err := util.ToRenderValuesWithSchemaValidation(chart, values, options, nil, true)
	if err != nil {
		return 0, err
	}
	if _, err := engine.Render(chart, top); err != nil {
		return 0, err
	}
	return time.Since(start), nil
}
