{{- define "base.labels" }}
{{- range $k, $v := .Values.base.labels }}
{{ $k }}: {{ $v }}
{{- end }}
chart: {{ .Chart.Name }}
{{- end }}
