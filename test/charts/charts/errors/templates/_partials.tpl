{{- define "errors.required" }}{{ required "a name is required" .Values.name }}{{ end }}
{{- define "errors.nil" }}{{ .Values.missing.deeper }}{{ end }}
{{- define "errors.nested" }}{{ include "errors.nil" . }}{{ end }}
{{- define "errors.loop" }}{{ include "errors.loop" . }}{{ end }}
