{{/* Labels that Helm charts share; selectors stay as TKEStack wrote them. */}}
{{- define "helm.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: outrigger
{{- end }}

{{/* An image of the values; global.imageRegistry points every one of them at another registry. */}}
{{- define "helm.image" -}}
{{- $registry := .root.Values.global.imageRegistry | default .image.registry -}}
{{- if $registry }}{{ $registry }}/{{ end }}{{ printf "%s:%s" .image.repository .image.tag -}}
{{- end }}

{{/* The migration runs once Tiller is switched off; a hook is deleted when it succeeded, and its logs stay when it did not. */}}
{{- define "helm.migrateHook" -}}
helm.sh/hook: post-install,post-upgrade
helm.sh/hook-weight: {{ . | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}
