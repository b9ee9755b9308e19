import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { type OpenStage, type TestPlatform, openTestPlatform } from './open-test-platform.ts'

// A control plane alone has no kubelet, and so no logs; those of a sandbox are what an annotation says.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let platform: TestPlatform
let stage: OpenStage
beforeAll(async () => {
  platform = await openTestPlatform()
  stage = await platform.openStage({})
  await writeChart(join(stage.folder, 'charts/crash'))
})
afterAll(async () => {
  await stage.close()
  await platform.close()
})

const pod = `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata:
      labels: {app: {{ .Release.Name }}}
      annotations:
        sandbox.outrigger.dev/ready-after: 10s
        sandbox.outrigger.dev/logs: "starting\\nFATAL: no login as {{ .Values.user }} with hunter2-hunter2\\n  at main"
    spec:
      containers:
      - name: main
        image: sandbox.outrigger.dev/crash
        env:
        - {name: PASSWORD, valueFrom: {secretKeyRef: {name: {{ .Release.Name }}, key: password}}}
---
apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}}
stringData: {password: hunter2-hunter2}
`

async function writeChart(folder: string): Promise<void> {
  await mkdir(join(folder, 'templates'), { recursive: true })
  await writeFile(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: crash\nversion: 1.0.0\n')
  await writeFile(join(folder, 'values.yaml'), 'user: root\n')
  await writeFile(join(folder, 'templates/all.yaml'), pod)
}

async function outrigger(...words: readonly string[]) {
  return runCli(words, { environment: { KUBECONFIG: stage.kubeconfig, HOME: stage.folder } })
}

const line = 'log: LastLine: FATAL: no login as root with ***'

test('an installation that waits tells at its end what a crashed container said, without secrets', async () => {
  const chart = join(stage.folder, 'charts/crash')
  const ran = await outrigger('install', 'by-hand', chart, '--wait', '--timeout', '12s')
  expect(ran.exitCode).toBe(1)
  expect(ran.stderr).toContain(line)
  expect(ran.stderr).not.toContain('hunter2')
})

async function messageOf(name: string): Promise<string> {
  const { stdout } = await outrigger('plugin', 'get', name, '-o', 'json')
  const { status } = JSON.parse(stdout) as {
    readonly status?: { readonly conditions?: readonly Record<string, string>[] }
  }
  return status?.conditions?.find(({ type }) => type === 'Ready')?.['message'] ?? ''
}

const hidden = (repo: string) => `apiVersion: v1
kind: Secret
metadata: {name: who}
stringData: {user: somebody-secret}
---
apiVersion: outrigger.dev/v1alpha1
kind: Plugin
metadata: {name: hidden}
spec:
  repo: ${repo}
  name: crash
  version: 1.0.0
  valuesFrom: [{kind: Secret, name: who}]
`

test('a status tells what a crashed container said, without secrets, and nothing of it if values come from Secrets', async () => {
  const own = stage.words?.['own'] ?? ''
  const source = ['--repo', own, '--chart', 'crash', '--version', '1.0.0']
  const { exitCode, stderr } = await outrigger('plugin', 'create', 'plain', ...source)
  expect([exitCode, stderr]).toEqual([0, ''])
  await vi.waitFor(async () => expect(await messageOf('plain')).toContain(line), 60_000)
  expect(await messageOf('plain')).not.toContain('hunter2')

  await writeFile(join(stage.folder, 'hidden.yaml'), hidden(own))
  await stage.calls?.['kubectl']?.(['apply', '-f', 'hidden.yaml'], {}, AbortSignal.timeout(9000))
  const crashed = 'CrashLoopBackOff: ended with exit code 1'
  await vi.waitFor(async () => expect(await messageOf('hidden')).toContain(crashed), 60_000)
  expect(await messageOf('hidden')).not.toContain('log: ')
  expect(await messageOf('hidden')).not.toContain('somebody-secret')
})
