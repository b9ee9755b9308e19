// Answers what the envsubst of Flux makes of texts: rows as JSON on stdin, outcomes on stdout.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/fluxcd/pkg/envsubst"
)

type row struct {
	Text      string            `json:"text"`
	Variables map[string]string `json:"variables"`
}

type outcome struct {
	Output *string `json:"output,omitempty"`
	Error  *string `json:"error,omitempty"`
}

func main() {
	var rows []row
	if err := json.NewDecoder(os.Stdin).Decode(&rows); err != nil {
		panic(err)
	}
	outcomes := make([]outcome, len(rows))
	for i, r := range rows {
		outcomes[i] = answer(r)
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		panic(err)
	}
}

func answer(r row) (result outcome) {
	defer func() {
		if cause := recover(); cause != nil {
			text := fmt.Sprint("panic: ", cause)
			result = outcome{Error: &text}
		}
	}()
	output, err := envsubst.Eval(r.Text, func(name string) (string, bool) {
		return r.Variables[name], true
	})
	if err != nil {
		text := err.Error()
		return outcome{Error: &text}
	}
	return outcome{Output: &output}
}
