{{/* Who registers the CRD and the webhook. The program does it with APIs that Kubernetes 1.22 took away. */}}
{{- define "volumedecorator.registration" -}}
{{- $byVersion := ternary "program" "chart" (semverCompare "<1.22.0-0" .Capabilities.KubeVersion.Version) -}}
{{- .Values.registration | default $byVersion -}}
{{- end }}
