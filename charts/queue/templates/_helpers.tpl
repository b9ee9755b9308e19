{{/* The name that every object of the release begins with; names end at 63 characters. */}}
{{- define "queue.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{/* What a selector may name: it never changes in the life of a release. */}}
{{- define "queue.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "queue.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "queue.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: outrigger
{{- end }}

{{/* Where the members find each other. */}}
{{- define "queue.routes" -}}
{{- $name := include "queue.fullname" . -}}
{{- $routes := list -}}
{{- range $i := until (int .Values.replicas) -}}
{{- $routes = append $routes (printf "nats://%s-%d.%s-members.%s:6222" $name $i $name $.Release.Namespace) -}}
{{- end -}}
{{- join ", " $routes -}}
{{- end }}

{{- define "queue.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "queue.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{/* An image of the values; global.imageRegistry points every one of them at another registry. */}}
{{- define "queue.image" -}}
{{- $registry := .root.Values.global.imageRegistry | default .image.registry -}}
{{- printf "%s/%s:%s" $registry .image.repository (.image.tag | default .root.Chart.AppVersion) -}}
{{- end }}
