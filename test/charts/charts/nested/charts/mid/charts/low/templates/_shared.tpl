{{ define "who" }}low sees {{ .Chart.Name }} {{ .Values.level }}{{ end }}
