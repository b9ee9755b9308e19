{{- define "web.labels" -}}
app: {{ .Release.Name }}
{{- with .Values.team }}
team: {{ . }}
{{- end }}
{{- end }}
