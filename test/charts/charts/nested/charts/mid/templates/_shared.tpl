{{ define "who" }}mid sees {{ .Chart.Name }} {{ .Values.level }}{{ end }}
