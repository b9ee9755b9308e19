// Objects that rows share.

export const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    tier: front
spec:
  replicas: 1
  selector:
    matchLabels:
      run: web
  template:
    metadata:
      labels:
        run: web
    spec:
      serviceAccountName: web
      containers:
      - name: web
        image: nginx:1.19
        args: ["--port=80", "--quiet"]
        env:
        - name: LEVEL
          value: info
        - name: COLOUR
          valueFrom:
            configMapKeyRef:
              name: settings
              key: colour
        ports:
        - containerPort: 80
          name: http
        volumeMounts:
        - mountPath: /data
          name: data
      initContainers:
      - name: init
        image: busybox
      volumes:
      - name: data
        emptyDir: {}
      - name: settings
        configMap:
          name: settings
`

export const service = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    run: web
  ports:
  - name: http
    port: 80
    targetPort: 80
    protocol: TCP
  - name: https
    port: 443
    targetPort: 8443
    protocol: TCP
`

export const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  colour: blue
  size: "3"
`

export const secret = `apiVersion: v1
kind: Secret
metadata:
  name: login
type: Opaque
data:
  user: YWRtaW4=
stringData:
  password: pass word
`

export const custom = `apiVersion: example.com/v1
kind: Widget
metadata:
  name: one
spec:
  parts:
  - name: a
    size: 1
  - name: b
    size: 2
  ref:
    name: settings
  selector:
    run: web
`

export const all = [deployment, service, configMap, secret, custom].join('---\n')

/** A minimal object of a kind. */
export function object(apiVersion: string, kind: string, name: string, rest = ''): string {
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${rest}`
}

export const workloads: readonly (readonly [string, string])[] = [
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'StatefulSet'],
  ['apps/v1', 'DaemonSet'],
  ['apps/v1', 'ReplicaSet'],
  ['extensions/v1beta1', 'Deployment'],
  ['batch/v1', 'Job'],
  ['batch/v1', 'CronJob'],
  ['v1', 'Pod'],
  ['v1', 'ReplicationController'],
  ['v1', 'PodTemplate'],
  ['v1', 'Service'],
  ['networking.k8s.io/v1', 'NetworkPolicy'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['v1', 'Namespace'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['apiregistration.k8s.io/v1', 'APIService'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
  ['example.com/v1', 'Widget'],
]
