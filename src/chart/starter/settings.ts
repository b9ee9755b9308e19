// The description of the chart and the settings of a user.

export const chartYaml = `apiVersion: v2
name: <CHARTNAME>
description: Runs <CHARTNAME> on Kubernetes
type: application

# The version of this chart; raise it with every change. SemVer 2.
version: 0.1.0

# The version of what the chart runs, and the image's tag unless values say otherwise. Keep the quotes.
appVersion: "1.29"

# The clusters it is made for.
kubeVersion: ">=1.25.0-0"
`

export const valuesYaml = `# How many pods run while autoscaling is off.
replicas: 1

image:
  repository: nginxinc/nginx-unprivileged
  # The chart's appVersion when empty.
  tag: ""
  pullPolicy: IfNotPresent

# Secrets of this namespace for private registries: [{name: my-secret}]
imagePullSecrets: []

# Instead of the chart's name in the names of objects; the second instead of all of the name.
nameOverride: ""
fullnameOverride: ""

# More labels for every object, and annotations for the pods.
labels: {}
podAnnotations: {}

serviceAccount:
  create: true
  # The name of the account; made up when empty and create is true.
  name: ""
  annotations: {}
  # Whether pods can talk to the Kubernetes API.
  mountToken: false

# The port the container listens on.
containerPort: 8080

# Environment variables, as in a pod: [{name: LEVEL, value: debug}]
env: []

livenessProbe:
  httpGet:
    path: /
    port: http

readinessProbe:
  httpGet:
    path: /
    port: http

# Say what it needs. A limit on memory keeps a leak to one pod.
resources:
  requests:
    cpu: 50m
    memory: 64Mi
  limits:
    memory: 128Mi

podSecurityContext:
  runAsNonRoot: true
  seccompProfile:
    type: RuntimeDefault

securityContext:
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]

volumes: []
volumeMounts: []

service:
  type: ClusterIP
  port: 80

# From outside by an Ingress controller.
ingress:
  enabled: false
  className: ""
  annotations: {}
  host: <CHARTNAME>.example.com
  path: /
  # A secret with a certificate for the host.
  tlsSecret: ""

# From outside by the Gateway API, which has to be installed.
httpRoute:
  enabled: false
  gateways:
    - name: gateway
  hostnames:
    - <CHARTNAME>.example.com
  path: /

autoscaling:
  enabled: false
  minReplicas: 1
  maxReplicas: 5
  cpuPercent: 80

nodeSelector: {}
tolerations: []
affinity: {}

# The pod of helm test.
test:
  image: busybox:1.37
`

export const valuesSchema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "replicas": { "type": "integer", "minimum": 0 },
    "image": {
      "type": "object",
      "required": ["repository"],
      "properties": {
        "repository": { "type": "string", "minLength": 1 },
        "tag": { "type": "string" },
        "pullPolicy": { "enum": ["Always", "IfNotPresent", "Never"] }
      },
      "additionalProperties": false
    },
    "imagePullSecrets": {
      "type": "array",
      "items": { "type": "object", "required": ["name"] }
    },
    "nameOverride": { "type": "string" },
    "fullnameOverride": { "type": "string" },
    "labels": { "type": "object", "additionalProperties": { "type": "string" } },
    "podAnnotations": { "type": "object", "additionalProperties": { "type": "string" } },
    "serviceAccount": {
      "type": "object",
      "properties": {
        "create": { "type": "boolean" },
        "name": { "type": "string" },
        "annotations": { "type": "object" },
        "mountToken": { "type": "boolean" }
      },
      "additionalProperties": false
    },
    "containerPort": { "$ref": "#/$defs/port" },
    "env": { "type": "array", "items": { "type": "object", "required": ["name"] } },
    "service": {
      "type": "object",
      "properties": {
        "type": { "enum": ["ClusterIP", "NodePort", "LoadBalancer"] },
        "port": { "$ref": "#/$defs/port" }
      },
      "additionalProperties": false
    },
    "ingress": {
      "type": "object",
      "properties": {
        "enabled": { "type": "boolean" },
        "className": { "type": "string" },
        "annotations": { "type": "object" },
        "host": { "type": "string" },
        "path": { "type": "string", "pattern": "^/" },
        "tlsSecret": { "type": "string" }
      },
      "additionalProperties": false
    },
    "httpRoute": {
      "type": "object",
      "properties": {
        "enabled": { "type": "boolean" },
        "gateways": {
          "type": "array",
          "minItems": 1,
          "items": { "type": "object", "required": ["name"] }
        },
        "hostnames": { "type": "array", "items": { "type": "string" } },
        "path": { "type": "string", "pattern": "^/" }
      },
      "additionalProperties": false
    },
    "autoscaling": {
      "type": "object",
      "properties": {
        "enabled": { "type": "boolean" },
        "minReplicas": { "type": "integer", "minimum": 1 },
        "maxReplicas": { "type": "integer", "minimum": 1 },
        "cpuPercent": { "type": "integer", "minimum": 1 }
      },
      "additionalProperties": false
    }
  },
  "$defs": {
    "port": { "type": "integer", "minimum": 1, "maximum": 65535 }
  }
}
`

export const ignore = `# What stays out of the chart; one pattern per line, a folder ends with a slash.
.git/
.gitignore
.DS_Store
.idea/
.vscode/
*.bak
*.orig
*.swp
/*.tgz
*~
`

export const readme = `# <CHARTNAME>

Runs <CHARTNAME> on Kubernetes.

    helm install my-<CHARTNAME> ./<CHARTNAME> --values my-values.yaml
    helm test my-<CHARTNAME>

What can be set is in \`values.yaml\`, with a comment on each value; \`values.schema.json\` says what is
allowed. For access from outside set \`ingress.enabled\` or \`httpRoute.enabled\`.
`
