{{- define "outrigger.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "outrigger.labels" -}}
app.kubernetes.io/part-of: outrigger
{{- end -}}

{{- define "outrigger.selector" -}}
app.kubernetes.io/name: outrigger
app.kubernetes.io/component: {{ . }}
{{- end -}}

{{/* The parts of a pod that the operator and the server share; takes the root, the part's values, its name and its volumes. */}}
{{- define "outrigger.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  fsGroup: 65532
  seccompProfile: {type: RuntimeDefault}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .part.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .root.Values.topologySpread }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "outrigger.selector" .name | nindent 8 }}
{{- end }}
{{- end -}}

{{- define "outrigger.environment" -}}
{{- with .Values.extraCertificates }}
- {name: NODE_EXTRA_CA_CERTS, value: /etc/outrigger/certificates/ca.crt}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "outrigger.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end -}}

{{- define "outrigger.mounts" -}}
- {name: folder, mountPath: /var/lib/outrigger}
- {name: tmp, mountPath: /tmp}
{{- if .Values.extraCertificates }}
- {name: certificates, mountPath: /etc/outrigger/certificates, readOnly: true}
{{- end }}
{{- end -}}

{{- define "outrigger.volumes" -}}
- {name: folder, emptyDir: {}}
- {name: tmp, emptyDir: {}}
{{- with .Values.extraCertificates }}
- {name: certificates, configMap: {name: {{ . }}}}
{{- end }}
{{- end -}}
