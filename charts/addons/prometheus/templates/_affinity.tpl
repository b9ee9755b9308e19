{{- define "prometheus.affinity" -}}
{{- if .Values.runOnControlPlane }}
affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
        - matchExpressions:
            - key: node-role.kubernetes.io/{{ ternary "master" "control-plane" (semverCompare "<1.24.0-0" .Capabilities.KubeVersion.Version) }}
              operator: Exists
{{- end }}
{{- end }}

{{/* An image without its tag, for kinds that want the two apart. */}}
{{- define "prometheus.baseImage" -}}
{{- printf "%s/%s" (.root.Values.global.imageRegistry | default .image.registry) .image.repository -}}
{{- end }}
