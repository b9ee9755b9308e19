{{/* The name that every object of the release begins with; names end at 63 characters. */}}
{{- define "backup.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{/* What a selector may name: it never changes in the life of a release. */}}
{{- define "backup.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "backup.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "backup.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: outrigger
{{- end }}

{{/* kubectl may be one minor version away from the server: its tag follows the cluster's. */}}
{{- define "backup.kubectl" -}}
{{- $registry := .Values.global.imageRegistry | default .Values.kubectl.registry -}}
{{- $minor := .Capabilities.KubeVersion.Minor | trimSuffix "+" -}}
{{- $tag := .Values.kubectl.tag | default (printf "%s.%s.0" .Capabilities.KubeVersion.Major $minor) -}}
{{- printf "%s/%s:%s" $registry .Values.kubectl.repository $tag -}}
{{- end }}

{{/* The pod that saves once; the nightly job and the one before an upgrade share it. */}}
{{- define "backup.pod" -}}
metadata:
  labels:
    {{- include "backup.selectorLabels" . | nindent 4 }}
spec:
  restartPolicy: Never
  serviceAccountName: {{ include "backup.serviceAccountName" . }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    fsGroup: 65532
    seccompProfile:
      type: RuntimeDefault
  initContainers:
    - name: dump
      image: {{ include "backup.kubectl" . }}
      imagePullPolicy: {{ .Values.kubectl.pullPolicy }}
      command:
        - /bin/sh
        - -euc
        - |
          for resource in {{ join " " .Values.resources }}; do
            kubectl get "$resource" --all-namespaces --output=yaml > "/dump/$resource.yaml"
          done
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      volumeMounts:
        - name: dump
          mountPath: /dump
  containers:
    - name: save
      image: {{ include "backup.image" (dict "root" . "image" .Values.image) }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      command:
        - /bin/sh
        - -euc
        - |
          restic cat config > /dev/null 2>&1 || restic init
          restic backup --host {{ .Release.Name }} /dump
          restic forget --prune --keep-daily {{ .Values.keep.daily }} --keep-weekly {{ .Values.keep.weekly }} --keep-monthly {{ .Values.keep.monthly }}
      env:
        - name: RESTIC_REPOSITORY
          value: {{ .Values.repository | default "/repository" | quote }}
        - name: RESTIC_PASSWORD
          valueFrom:
            secretKeyRef:
              name: {{ .Values.existingSecret | default (include "backup.fullname" .) }}
              key: password
        - name: RESTIC_CACHE_DIR
          value: /cache
      {{- with .Values.resourcesOfContainers }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      volumeMounts:
        - name: dump
          mountPath: /dump
          readOnly: true
        - name: cache
          mountPath: /cache
        {{- if not .Values.repository }}
        - name: repository
          mountPath: /repository
        {{- end }}
  volumes:
    - name: dump
      emptyDir: {}
    - name: cache
      emptyDir: {}
    {{- if not .Values.repository }}
    - name: repository
      persistentVolumeClaim:
        claimName: {{ include "backup.fullname" . }}
    {{- end }}
{{- end }}

{{- define "backup.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "backup.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end }}

{{/* An image of the values; global.imageRegistry points every one of them at another registry. */}}
{{- define "backup.image" -}}
{{- $registry := .root.Values.global.imageRegistry | default .image.registry -}}
{{- printf "%s/%s:%s" $registry .image.repository (.image.tag | default .root.Chart.AppVersion) -}}
{{- end }}
