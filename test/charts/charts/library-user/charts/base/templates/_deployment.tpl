{{- define "base.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-{{ .Chart.Name }}
  labels: {{- include "base.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Chart.Name }}}}
  template:
    metadata: {labels: {app: {{ .Chart.Name }}}}
    spec: {containers: [{name: main, image: {{ .Values.image | quote }}}]}
{{- end -}}
{{- define "base.merged" -}}
{{- $own := fromYaml (include (index . 1) (index . 0)) | default dict -}}
{{- $base := fromYaml (include "base.deployment" (index . 0)) -}}
{{- toYaml (mergeOverwrite $base $own) -}}
{{- end -}}
