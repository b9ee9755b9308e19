{{ define "who" }}root sees {{ .Chart.Name }} {{ .Values.level }}{{ end }}
