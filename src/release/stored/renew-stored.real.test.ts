import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programsOn } from '../../../test/release/programs.ts'
import { type ServedApi, serveApi } from '../../apiserver/serve.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { connect, findConnection } from '../../kube/connect.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { goneApis } from './gone-apis.ts'
import type { ReleasePorts } from '../ports.ts'
import { ReleaseStore } from '../record/store.ts'
import { userLabels } from '../record/storage-object.ts'
import { renewStored } from './renew-stored.ts'

const signal = AbortSignal.timeout(300_000)
const limitSeconds = 60

let folder: string
let kubeconfig: string
let served: ServedApi

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-renew-'))
  kubeconfig = join(folder, 'kubeconfig')
  await writeChart('flow-old', flow('v1beta3'))
  await writeChart('flow-new', flow('v1'))
  await writeChart('night', nightly)
  await become(31)
})

afterAll(async () => {
  await served.stop()
  await rm(folder, { recursive: true })
})

/** The same objects, served by another version of Kubernetes. */
async function become(minor: number): Promise<void> {
  if (minor !== 31) await served.stop()
  served = await serveApi({ folder: join(folder, 'cluster'), minor })
  await writeFile(kubeconfig, served.kubeconfig, { mode: 0o600 })
}

async function writeChart(name: string, template: string): Promise<void> {
  const chart = join(folder, name)
  await mkdir(join(chart, 'templates'), { recursive: true })
  await writeFile(join(chart, 'Chart.yaml'), `apiVersion: v2\nname: demo\nversion: 1.0.0\n`)
  await writeFile(join(chart, 'values.yaml'), 'precedence: 900\n')
  await writeFile(join(chart, 'templates', 'objects.yaml'), template)
}

function flow(version: string): string {
  return `apiVersion: flowcontrol.apiserver.k8s.io/${version}
kind: FlowSchema
metadata:
  name: {{ .Release.Name }}
spec:
  matchingPrecedence: {{ .Values.precedence }}
  priorityLevelConfiguration:
    name: exempt
`
}

const nightly = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .Release.Name }}
spec:
  minAvailable: 1
  selector:
    matchLabels: {app: {{ .Release.Name }}}
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ .Release.Name }}
spec:
  schedule: "0 0 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: c, image: "c:1"}]
`

const policy = `---
# Source: demo/templates/objects.yaml
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata:
  name: old
spec: {}
`

async function run(
  program: 'helm3' | 'helm4' | 'outrigger',
  ...words: readonly string[]
): Promise<string> {
  const { ok, output } = await programsOn(kubeconfig, limitSeconds)(program, words)
  if (!ok) throw new Error(`${program} ${words.join(' ')} failed: ${output}`)
  return output
}

/** As the command does, without starting a program: which revisions were rewritten. */
async function renew(name: string, minor: number): Promise<readonly number[]> {
  const { client, close } = connect(await findConnection({ kubeconfig, environment: {} }), {})
  const discovery = new Discovery(client)
  const ports: ReleasePorts = {
    client,
    discovery,
    store: new ReleaseStore({ client }),
    identity: `renew-${process.pid}`,
    entropy: nodeEntropy,
    report: () => {},
  }
  try {
    const isGone = await goneApis(discovery, minor, signal)
    const stale = await renewStored({ namespace: 'default', name }, isGone, ports, signal)
    return stale.map(({ revision }) => revision)
  } finally {
    await close()
  }
}

/** Makes a stored release name what charts named before Kubernetes 1.25. */
async function makeOld(name: string): Promise<void> {
  const { client, close } = connect(await findConnection({ kubeconfig, environment: {} }), {})
  try {
    const store = new ReleaseStore({ client })
    const found = await store.get({ namespace: 'default', name }, 1, signal)
    if (found === undefined) throw new Error(`there is no release ${name}`)
    const old = (found.record.manifest ?? '')
      .replace('policy/v1', 'policy/v1beta1')
      .replace('batch/v1', 'batch/v1beta1')
    const record = { ...found.record, manifest: `${old}${policy}` }
    await store.update(record, userLabels(found.stored.labels), signal)
  } finally {
    await close()
  }
}

const helms = ['helm3', 'helm4'] as const
const gone = /no matches for kind/

test('helm upgrades and rolls back what names removed APIs, once it is rewritten', async () => {
  for (const helm of helms) {
    await run(helm, 'install', `flow-${helm}`, join(folder, 'flow-old'))
    await run(helm, 'install', `night-${helm}`, join(folder, 'night'))
    await makeOld(`night-${helm}`)
  }
  // The APIs of the next version are served already: one of the two is rewritten before the cluster
  // is upgraded.
  expect(await renew('flow-helm4', 32)).toEqual([1])
  expect(await renew('flow-helm3', 31)).toEqual([])
  await become(32)
  const upgraded = ['--set', 'precedence=901'] as const
  await run('helm4', 'upgrade', 'flow-helm4', join(folder, 'flow-new'), ...upgraded)
  await expect(
    run('helm3', 'upgrade', 'flow-helm3', join(folder, 'flow-new'), ...upgraded),
  ).rejects.toThrow(gone)
  expect(await renew('flow-helm3', 32)).toEqual([1])
  await run('helm3', 'upgrade', 'flow-helm3', join(folder, 'flow-new'), ...upgraded)
  for (const helm of helms) {
    expect(await run(helm, 'get', 'manifest', `flow-${helm}`, '--revision', '1')).toContain(
      'flowcontrol.apiserver.k8s.io/v1\n',
    )
    await run(helm, 'rollback', `flow-${helm}`, '1')
  }
  for (const helm of helms) {
    const name = `night-${helm}`
    await expect(run(helm, 'upgrade', name, join(folder, 'night'))).rejects.toThrow(gone)
    expect(await run('outrigger', 'release', 'renew-apis', name)).toBe(
      [
        'revision 1 was rewritten:',
        `  policy/v1beta1 PodDisruptionBudget ${name} was removed in Kubernetes 1.25: becomes policy/v1`,
        `  batch/v1beta1 CronJob ${name} was removed in Kubernetes 1.25: becomes batch/v1`,
        '  policy/v1beta1 PodSecurityPolicy old was removed in Kubernetes 1.25: there is no replacement, and it is left out',
        '',
      ].join('\n'),
    )
    await run(helm, 'upgrade', name, join(folder, 'night'))
    await run(helm, 'rollback', name, '1')
    const history = await run(helm, 'history', name, '-o', 'json')
    expect(JSON.parse(history)).toMatchObject([
      { revision: 1, status: 'superseded' },
      { revision: 2, status: 'superseded' },
      { revision: 3, status: 'deployed' },
    ])
  }
}, 240_000)
