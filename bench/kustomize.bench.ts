import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildKustomization, printObjects } from '../src/kustomize/build.ts'
import { diskTree } from '../src/kustomize/node/disk-tree.ts'
import { noRemotes, treeLoader } from '../src/kustomize/tree-loader.ts'
import { findOracle } from '../test/oracles/find.ts'
import type { Bench } from './bench.ts'
import { median } from './median.ts'

const rounds = 3
const deployments = 150
const command = fileURLToPath(new URL('../dist/outrigger.js', import.meta.url))

/**
 * A kustomization of our own making, or the folders that OUTRIGGER_KUSTOMIZATIONS names with colons between
 * them. The cold command needs `npm run build` first. Figures are sums over all folders.
 */
export const bench: Bench = {
  summary: `building kustomizations, warm and cold, against kustomize (${deployments} deployments unless folders are named)`,
  measure: async () => {
    const given = process.env['OUTRIGGER_KUSTOMIZATIONS']?.split(':').filter((one) => one !== '')
    const made = given === undefined ? makeFolder() : undefined
    const folders = given ?? [join(made ?? '', 'overlay')]
    const kustomize = findOracle('kustomize')
    const sums = { real: 0, warm: 0, cold: 0 }
    try {
      for (const folder of folders) {
        sums.real += times(() => run(kustomize, ['build', folder]))
        sums.warm += times(() => buildHere(folder))
        sums.cold += times(() => run(process.execPath, [command, 'kustomize', 'build', folder]))
      }
    } finally {
      if (made !== undefined) rmSync(made, { recursive: true })
    }
    return [
      { name: 'kustomize build', value: sums.real, unit: 'ms' },
      { name: 'in the process, warm', value: sums.warm, unit: 'ms' },
      { name: 'our command, cold', value: sums.cold, unit: 'ms' },
      { name: 'warm against kustomize', value: sums.warm / sums.real, unit: '×', limit: 0.5 },
      { name: 'cold against kustomize', value: sums.cold / sums.real, unit: '×', limit: 1.5 },
    ]
  },
}

function times(work: () => void): number {
  work()
  const taken = Array.from({ length: rounds }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return median(taken)
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { maxBuffer: 256 * 1024 * 1024 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${String(stderr)}`)
}

function buildHere(root: string): void {
  const options = { tree: diskTree, root, remotes: noRemotes, restriction: 'root-only' } as const
  printObjects(buildKustomization(treeLoader(options)))
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-kustomize-'))
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  mkdirSync(join(folder, 'base'))
  mkdirSync(join(folder, 'overlay'))
  write(
    'base/kustomization.yaml',
    'resources: [all.yaml]\nconfigMapGenerator: [{name: settings, literals: [a=b]}]\n',
  )
  write(
    'base/all.yaml',
    Array.from({ length: deployments }, (_, index) => objects(index)).join('---\n'),
  )
  write(
    'overlay/kustomization.yaml',
    `resources: [../base]
namePrefix: prod-
namespace: prod
commonLabels: {env: prod}
images: [{name: nginx, newTag: "2"}]
patches:
- target: {kind: Deployment}
  patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: any}
    spec: {template: {spec: {containers: [{name: web, resources: {limits: {memory: 1Gi}}}]}}}
`,
  )
  return folder
}

function objects(index: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${index}
spec:
  selector:
    matchLabels: {app: web-${index}}
  template:
    metadata:
      labels: {app: web-${index}}
    spec:
      containers:
      - name: web
        image: nginx:1
        envFrom: [{configMapRef: {name: settings}}]
        ports: [{containerPort: 80}]
---
apiVersion: v1
kind: Service
metadata:
  name: web-${index}
spec:
  selector: {app: web-${index}}
  ports: [{port: 80}]
`
}
