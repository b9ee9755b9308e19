import { splitYamlDocuments } from '../src/formats/yaml/documents.ts'
import { readYaml } from '../src/formats/yaml/read.ts'
import type { Bench } from './bench.ts'

const documentCount = 2000
const rounds = 5
const limit = 300

/**
 * The manifest of a large release, which an upgrade reads several times. The bench measures the time of the
 * main thread on a processor: on an idle machine that is the time that passes.
 */
export const bench: Bench = {
  summary: `reading a manifest of ${documentCount} documents, 2 MB`,
  measure: async () => {
    const text = Array.from({ length: documentCount }, (_, index) => manifest(index)).join('---\n')
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const began = process.threadCpuUsage()
      for (const document of splitYamlDocuments(text)) readYaml(document)
      const { user, system } = process.threadCpuUsage(began)
      times.push((user + system) / 1000)
    }
    return [
      { name: 'read, first round', value: times[0] ?? NaN, unit: 'ms', limit },
      { name: `read, best of ${rounds}`, value: Math.min(...times), unit: 'ms', limit },
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
