import { readYaml } from '../src/formats/yaml/read.ts'
import type { Bench } from './bench.ts'

const documentCount = 2000
const rounds = 5

/** The manifests of a large release, which an upgrade reads several times. */
export const bench: Bench = {
  summary: `reading ${documentCount} manifests, 2 MB, document by document`,
  measure: async () => {
    const documents = Array.from({ length: documentCount }, (_, index) => manifest(index))
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      for (const document of documents) readYaml(document)
      times.push(performance.now() - began)
    }
    return [
      { name: 'read, first round', value: times[0] ?? NaN, unit: 'ms' },
      { name: `read, best of ${rounds}`, value: Math.min(...times), unit: 'ms', limit: 300 },
    ]
  },
}

function manifest(index: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${index}
  namespace: "team-${index % 17}"
  labels:
    app.kubernetes.io/name: web
    app.kubernetes.io/instance: 'release-${index}'
    app.kubernetes.io/version: "1.${index % 30}.0"
  annotations:
    checksum/config: 01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b
spec:
  replicas: ${index % 9}
  selector:
    matchLabels: { app: web, instance: release-${index} }
  template:
    spec:
      # Kept short on purpose.
      containers:
      - name: web
        image: registry.example.com/team/web:1.${index}
        args: ["--port=8080", "--verbose", --log=${index}]
        ports:
        - containerPort: 8080
          protocol: TCP
        env:
        - name: INDEX
          value: "${index}"
        - name: SCRIPT
          value: |
            set -e
            echo "starting ${index}"
            exec /bin/web
        resources:
          limits: { cpu: 500m, memory: 128Mi }
          requests:
            cpu: 0.25
            memory: 64Mi
        livenessProbe:
          httpGet: { path: /healthz, port: 8080 }
          initialDelaySeconds: 10
`
}
