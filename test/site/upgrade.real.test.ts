import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { siteOfText } from '../../src/expansion/merge/read-site.ts'
import { bringCluster } from '../../src/site/cluster/bring-cluster.ts'
import { type ClusterPlan, clusterPlan } from '../../src/site/cluster/cluster-plan.ts'
import { folderFiles } from '../../src/site/cluster/folder-files.ts'
import { openMachine, secretsInFolder } from '../../src/site/cluster/machine-access.ts'
import { fileJournal } from '../../src/site/journal/file-journal.ts'
import { readProvider } from '../../src/site/provider/read-provider.ts'
import { localRunner } from '../../src/site/runner/local-runner.ts'
import { systemClock } from '../../src/std/clock.ts'
import { defaultRelease } from '../testbed/releases.ts'
import { type TestMachine, type TestMachines, olderVersion, startMachines } from './machines.ts'

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 180_000 })

const never = new AbortController().signal
const provider = resolve(import.meta.dirname, '../../providers/kubeadm')
const newer = defaultRelease.version

let folder = ''
let started: TestMachines
let [m1, m2, m3] = [] as unknown as [TestMachine, TestMachine, TestMachine]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-upgrade-'))
  started = await startMachines(3, join(folder, 'machines'), olderVersion)
  ;[m1, m2, m3] = started.machines as [TestMachine, TestMachine, TestMachine]
  await mkdir(join(folder, 'secrets/key'), { recursive: true })
  const key = await readFile(m1.keyFile, 'utf8')
  await writeFile(join(folder, 'secrets/key/privateKey'), key, { mode: 0o600 })
  await mkdir(join(folder, 'over/conf'), { recursive: true })
  const small = 'minimum_cpus=1\nminimum_memory_mib=100\nminimum_disk_mib=10\nmost_clock_skew=60\n'
  await writeFile(join(folder, 'over/conf/minimum.sh'), small)
  // There is no container runtime, and this kernel may have the older control groups; everything else is as shipped.
  const own = await readFile(join(provider, 'conf/upgrade.sh'), 'utf8')
  const line = 'ignore_preflight_errors='
  const notHere = 'ImagePull,ContainerRuntimeVersion,SystemVerification'
  await writeFile(join(folder, 'over/conf/upgrade.sh'), own.replace(line, `${line}${notHere}`))
})

afterAll(async () => {
  await started?.shutDown()
  await rm(folder, { recursive: true, force: true })
})

// Nothing here runs containers or loads modules; docs/spec/providers.md lists what these conditions need.
const notHere = [
  'EnsureKernelModule',
  'EnsureSysctl',
  'EnsureDisableSwap',
  'EnsureStartContainerRuntime',
  'EnsureKubernetesImages',
]

function machine(ip: string, role: string): string {
  return `{ip: ${ip}, secretName: key, role: ${role}}`
}

function planOf(version: string): ClusterPlan {
  const machines = [
    machine(m1.ip, 'control-plane'),
    machine(m2.ip, 'control-plane'),
    machine(m3.ip, 'worker'),
  ]
  const text = `cluster:
  name: story
  version: ${version}
  machines: [${machines.join(', ')}]
  labels: {stage: test}
  annotations: {note: "two words"}
  dockerExtraArgs: {log-level: debug}
  features:
    skipConditions: [${notHere.join(', ')}]
    files: [{src: hook, dst: /var/lib/outrigger/hook, mode: "0755"}]
    hooks: {PreUpgrade: /var/lib/outrigger/hook pre, PostClusterUpgrade: /var/lib/outrigger/hook post}
`
  return clusterPlan(siteOfText(text, 'site.yaml').site).plan
}

async function bring(version: string) {
  const state = join(folder, 'state')
  await mkdir(state, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'hook'), '#!/bin/sh\necho "$*" >>/var/lib/hooks\n')
  const readSecret = secretsInFolder(join(folder, 'secrets'))
  const journal = fileJournal(state)
  const lines: string[] = []
  for (const is of ['create', 'upgrade']) await journal.forgetFailures(`cluster/story/${is}`, never)
  const { operation, progress } = await bringCluster(
    {
      clock: systemClock,
      provider: await readProvider(provider, join(folder, 'over'), never),
      journal,
      readPlan: async () => planOf(version),
      runnerFor: (one) => openMachine(one, { folder: state, readSecret, env: process.env }, never),
      local: localRunner(process.env),
      files: folderFiles(folder),
      onLine: (condition, at, line) => lines.push(`${condition} ${at} ${line}`),
      onProgress: () => undefined,
    },
    never,
  )
  const mark = progress.marks.find(({ step }) => step === progress.at)
  const { state: stand, at } = progress
  return { is: operation.is, state: stand, at, message: mark?.message ?? '', lines }
}

function kubectl(words: string): Promise<string> {
  return m1.exec(`kubectl --kubeconfig /etc/kubernetes/admin.conf ${words}`)
}

async function nodes(): Promise<readonly string[]> {
  const fields = '{.metadata.name} {.status.nodeInfo.kubeletVersion} {.spec.unschedulable}'
  const found = await kubectl(`get nodes -o jsonpath='{range .items[*]}${fields}{"\\n"}{end}'`)
  return found
    .trim()
    .split('\n')
    .map((line) => line.trim())
}

async function serverVersion({ ip }: TestMachine): Promise<string> {
  const text = await kubectl(`--server https://${ip}:6443 get --raw /version`)
  return (JSON.parse(text) as { readonly gitVersion: string }).gitVersion
}

async function serverVersions(): Promise<readonly string[]> {
  return [await serverVersion(m1), await serverVersion(m2)]
}

test('machines become a cluster of the older minor', async () => {
  const made = await bring(olderVersion)
  expect(made).toMatchObject({ state: 'done', message: '' })
  const all = [m1, m2, m3].map(({ ip }) => `${ip} v${olderVersion}`)
  expect(await nodes()).toEqual(all)
  expect(await serverVersions()).toEqual([`v${olderVersion}`, `v${olderVersion}`])
  const unit = '/etc/systemd/system/containerd.service.d/10-outrigger.conf'
  expect(await m3.exec(`cat ${unit}`)).toContain('containerd "--log-level=debug"\n')
  await kubectl('create configmap kept --from-literal=a=b')
  await kubectl('create deployment web --image web --replicas 2')
  await kubectl('rollout status deployment/web --timeout 60s')
})

test('an upgrade whose packages are not to be had stops before anything is changed', async () => {
  const stopped = await bring('1.36.99')
  expect(stopped).toMatchObject({ is: 'upgrade', state: 'failed', at: 'EnsureUpgradeKubeadm' })
  expect(stopped.message).toContain("Version '1.36.99-*' for 'kubeadm' was not found")
  expect(await nodes()).toEqual([m1, m2, m3].map(({ ip }) => `${ip} v${olderVersion}`))
})

test('a cluster is upgraded by kubeadm, machine after machine', async () => {
  const uids = () => kubectl(`get pods -l app=web -o jsonpath='{.items[*].metadata.uid}'`)
  const before = (await uids()).trim().split(' ')
  const done = await bring(newer)
  expect(done.message).toBe('')
  expect(done.state).toBe('done')
  // Nodes take pods again: nothing is cordoned.
  expect(await nodes()).toEqual([m1, m2, m3].map(({ ip }) => `${ip} v${newer}`))
  expect(await serverVersions()).toEqual([`v${newer}`, `v${newer}`])
  const told = await kubectl('-n kube-system get configmap kubeadm-config -o yaml')
  expect(told).toContain(`kubernetesVersion: v${newer}`)
  expect(await kubectl(`get configmap kept -o jsonpath='{.data.a}'`)).toBe('b')
  await kubectl('rollout status deployment/web --timeout 60s')
  const after = (await uids()).trim().split(' ')
  expect(after.filter((uid) => before.includes(uid))).toEqual([])
  expect(await m2.exec('cat /var/lib/hooks')).toBe('pre cluster=story\n')
  expect(await m1.exec('cat /var/lib/hooks')).toBe(
    'pre cluster=story\npost note=two words stage=test cluster=story\n',
  )
  expect(await m3.exec('ls /etc/kubernetes/outrigger')).toBe('cluster\n')
  // First the one that begins, and each only when the one before has become it.
  const turns = done.lines.filter((line) => /drained|uncordoned$/.test(line))
  expect(turns.map((line) => line.split(' ')[1])).toEqual(
    [m1, m2, m3].flatMap(({ ip }) => [ip, ip]),
  )
})

test('a second run changes nothing', async () => {
  const again = await bring(newer)
  expect(again).toMatchObject({ is: 'create', state: 'done', lines: [] })
})
