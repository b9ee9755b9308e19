{{/* The name that every object of the release begins with; names end at 63 characters. */}}
{{- define "database.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{/* What a selector may name: it never changes in the life of a release. */}}
{{- define "database.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "database.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "database.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: outrigger
{{- end }}

{{/* The Secret with the user and the password. */}}
{{- define "database.secretName" -}}
{{- .Values.auth.existingSecret | default (include "database.fullname" .) -}}
{{- end }}

{{- define "database.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "database.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{/* An image of the values; global.imageRegistry points every one of them at another registry. */}}
{{- define "database.image" -}}
{{- $registry := .root.Values.global.imageRegistry | default .image.registry -}}
{{- printf "%s/%s:%s" $registry .image.repository (.image.tag | default .root.Chart.AppVersion) -}}
{{- end }}
