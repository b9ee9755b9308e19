{{ define "worker.name" }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
