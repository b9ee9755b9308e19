{{/* The name that every object of the release begins with; names end at 63 characters. */}}
{{- define "autoscaler.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{/* What a selector may name: it never changes in the life of a release. */}}
{{- define "autoscaler.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "autoscaler.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "autoscaler.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: outrigger
{{- end }}

{{/* The autoscaler is made for one minor version of Kubernetes: its tag follows the cluster's. */}}
{{- define "autoscaler.image" -}}
{{- $registry := .Values.global.imageRegistry | default .Values.image.registry -}}
{{- $minor := .Capabilities.KubeVersion.Minor | trimSuffix "+" -}}
{{- $tag := .Values.image.tag | default (printf "v%s.%s.0" .Capabilities.KubeVersion.Major $minor) -}}
{{- printf "%s/%s:%s" $registry .Values.image.repository $tag -}}
{{- end }}

{{- define "autoscaler.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "autoscaler.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}
