// How others reach what runs: the service, the two ways from outside, the test and the notes.

export const service = `apiVersion: v1
kind: Service
metadata:
  name: {{ include "<CHARTNAME>.fullName" . }}
  labels:
    {{- include "<CHARTNAME>.labels" . | nindent 4 }}
spec:
  type: {{ .Values.service.type }}
  selector:
    {{- include "<CHARTNAME>.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ .Values.service.port }}
      targetPort: http
      protocol: TCP
`

export const ingress = `{{- if .Values.ingress.enabled }}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ include "<CHARTNAME>.fullName" . }}
  labels:
    {{- include "<CHARTNAME>.labels" . | nindent 4 }}
  {{- with .Values.ingress.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .Values.ingress.tlsSecret }}
  tls:
    - secretName: {{ . }}
      hosts:
        - {{ $.Values.ingress.host | quote }}
  {{- end }}
  rules:
    - host: {{ .Values.ingress.host | quote }}
      http:
        paths:
          - path: {{ .Values.ingress.path }}
            pathType: Prefix
            backend:
              service:
                name: {{ include "<CHARTNAME>.fullName" . }}
                port:
                  name: http
{{- end }}
`

export const httpRoute = `{{- if .Values.httpRoute.enabled }}
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: {{ include "<CHARTNAME>.fullName" . }}
  labels:
    {{- include "<CHARTNAME>.labels" . | nindent 4 }}
spec:
  parentRefs:
    {{- toYaml .Values.httpRoute.gateways | nindent 4 }}
  {{- with .Values.httpRoute.hostnames }}
  hostnames:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  rules:
    - matches:
        - path:
            type: PathPrefix
            value: {{ .Values.httpRoute.path }}
      backendRefs:
        - name: {{ include "<CHARTNAME>.fullName" . }}
          port: {{ .Values.service.port }}
{{- end }}
`

export const reachableTest = `apiVersion: v1
kind: Pod
metadata:
  name: {{ include "<CHARTNAME>.fullName" . | trunc 53 }}-reachable
  labels:
    # Not the labels of the pods, or the service would send requests here.
    app.kubernetes.io/instance: {{ .Release.Name }}
    app.kubernetes.io/component: test
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  containers:
    - name: ask
      image: "{{ .Values.test.image }}"
      command: [wget]
      args:
        - --quiet
        - --spider
        - http://{{ include "<CHARTNAME>.fullName" . }}:{{ .Values.service.port }}/
`

export const notes = `{{ .Chart.Name }} {{ .Chart.Version }} is installed as {{ .Release.Name }} in namespace {{ .Release.Namespace }}.

{{- if .Values.ingress.enabled }}

It answers at http{{ if .Values.ingress.tlsSecret }}s{{ end }}://{{ .Values.ingress.host }}{{ .Values.ingress.path }}
{{- else if .Values.httpRoute.enabled }}

It answers behind the gateway at
{{- range .Values.httpRoute.hostnames }} http://{{ . }}{{ $.Values.httpRoute.path }}{{ end }}
{{- else }}

To reach it from this machine:

  kubectl --namespace {{ .Release.Namespace }} port-forward service/{{ include "<CHARTNAME>.fullName" . }} 8080:{{ .Values.service.port }}

and open http://127.0.0.1:8080
{{- end }}

To see whether it is reachable inside the cluster:

  helm test {{ .Release.Name }} --namespace {{ .Release.Namespace }}
`
