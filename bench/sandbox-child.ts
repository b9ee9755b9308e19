// A sandbox in a process of its own, which says when so many Deployments with three pods each are ready,
// and what it costs when nothing happens.
import { createObject } from '../src/kube/objects/write-object.ts'
import { nameOf, numberAt } from '../src/objects/kube-object.ts'
import { Informer } from '../src/controller/informer.ts'
import { resources } from '../src/sandbox/resources.ts'
import { serveSandbox } from '../src/sandbox/serve-sandbox.ts'
import { sleep } from '../src/std/sleep.ts'

const [, , folder = '', countText = '2000', idleText = '20'] = process.argv
const count = Number(countText)
const replicas = 3
const lanes = 16
const quietMilliseconds = 3000
/** Leases of nodes are written all the time; nothing else is when all events have been. */
const quietWrites = 5
const stopping = new AbortController()
const { signal } = stopping

const onFailure = (error: unknown) => console.error(error)
const served = await serveSandbox({ folder, port: 0, name: 'bench', onFailure })
const client = served.sandbox.client()
const deployments = new Informer(client, { resource: resources.deployments }, {})
const ready = new Set<string>()
const began = performance.now()
const all = new Promise<void>((resolve) => {
  deployments.addHandler(({ object }) => {
    if (numberAt(object, ['status', 'availableReplicas']) !== replicas) return
    ready.add(nameOf(object))
    if (ready.size === count) resolve()
  })
})
const following = deployments.run(signal).catch(() => {})
const before = process.cpuUsage()
let next = 0
const lane = async () => {
  while (next < count) {
    const options = { fieldManager: 'kubectl' }
    await createObject(client, resources.deployments, deployment(next++), options, signal)
  }
}
await Promise.all(Array.from({ length: lanes }, lane))
await all
const milliseconds = performance.now() - began
const busy = process.cpuUsage(before)
await untilQuiet()
const idleBegan = performance.now()
const idleBefore = process.cpuUsage()
await sleep(Number(idleText) * 1000, signal)
const idle = process.cpuUsage(idleBefore)
const idleShare = (idle.user + idle.system) / 1000 / (performance.now() - idleBegan)
const result = {
  milliseconds,
  processor: (busy.user + busy.system) / 1000,
  idleShare,
  memory: process.memoryUsage.rss() / 1024,
}
console.log(JSON.stringify(result))
stopping.abort()
await following
await served.stop()

async function untilQuiet(): Promise<void> {
  const { store } = served.sandbox.server.registry
  for (;;) {
    const { revision } = store
    await sleep(quietMilliseconds, signal)
    if (store.revision - revision <= quietWrites) return
  }
}

function deployment(number: number) {
  const name = `web-${number}`
  const labels = { app: name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default', labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: 'main',
              image: 'registry.example.com/web:1',
              ports: [{ containerPort: 8080 }],
              resources: { requests: { cpu: '10m', memory: '16Mi' } },
            },
          ],
        },
      },
    },
  }
}
