import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteOfText } from '../../src/expansion/merge/read-site.ts'
import type { ProviderOperation } from '../../src/kinds/provider/provider-file.ts'
import { type ClusterPlan, type Machine, clusterPlan } from '../../src/site/cluster/cluster-plan.ts'
import { openMachine, secretsInFolder } from '../../src/site/cluster/machine-access.ts'
import { folderFiles } from '../../src/site/cluster/folder-files.ts'
import { runConditions } from '../../src/site/cluster/run-conditions.ts'
import { fileJournal } from '../../src/site/journal/file-journal.ts'
import { readProvider } from '../../src/site/provider/read-provider.ts'
import { localRunner } from '../../src/site/runner/local-runner.ts'
import { testRunner } from '../../src/site/runner/runner.conformance.ts'
import type { Runner } from '../../src/site/runner/runner.ts'
import { type Clock, systemClock } from '../../src/std/clock.ts'
import { type TestMachine, type TestMachines, startMachines } from './machines.ts'

const never = new AbortController().signal
const providers = resolve(import.meta.dirname, '../../providers')
const storySeconds = 600

let folder = ''
let started: TestMachines
let [m1, m2, m3] = [] as unknown as [TestMachine, TestMachine, TestMachine]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-machines-'))
  started = await startMachines(3, join(folder, 'machines'))
  ;[m1, m2, m3] = started.machines as [TestMachine, TestMachine, TestMachine]
  await secret('key', 'privateKey', await readFile(m1.keyFile, 'utf8'))
  await secret('password', 'password', m1.password)
  await secret('wrong', 'password', 'not-the-password')
  const small = 'minimum_cpus=1\nminimum_memory_mib=100\nminimum_disk_mib=10\nmost_clock_skew=60\n'
  await override('expansion', small)
}, 120_000)

afterAll(async () => {
  await started?.shutDown()
  await rm(folder, { recursive: true, force: true })
})

async function secret(name: string, key: string, value: string): Promise<void> {
  await mkdir(join(folder, 'secrets', name), { recursive: true })
  await writeFile(join(folder, 'secrets', name, key), value, { mode: 0o600 })
}

async function override(name: string, minimum: string): Promise<void> {
  await mkdir(join(folder, name, 'conf'), { recursive: true })
  await writeFile(join(folder, name, 'conf/minimum.sh'), minimum)
}

async function open(machine: Machine, state = 'state'): Promise<Runner> {
  await mkdir(join(folder, state), { recursive: true, mode: 0o700 })
  const readSecret = secretsInFolder(join(folder, 'secrets'))
  return openMachine(machine, { folder: join(folder, state), readSecret, env: process.env }, never)
}

function machine(ip: string, more: Partial<Machine> = {}): Machine {
  const login = { port: 22, username: 'root', secretName: 'key', hostKey: undefined }
  return { ip, name: ip, role: 'control-plane', labels: {}, ...login, ...more }
}

function say(runner: Runner, text: string) {
  const script = { name: 'test', text, env: {}, secrets: [], keepsOutput: true }
  return runner.run({ ...script, onLine: () => undefined }, never)
}

describe('a machine by ssh', () => {
  let runner: Runner
  beforeAll(async () => {
    runner = await open(machine(m2.ip))
  })

  testRunner(() => ({
    runner,
    folder: '/var/lib/runner',
    seen: join(m2.folder, 'var-lib/runner'),
  }))

  test('lets in who has the password', async () => {
    const password = await open(machine(m1.ip, { secretName: 'password', hostKey: m1.hostKey }))
    expect((await say(password, 'hostname')).output).toBe('m1\n')
  })

  test('runs one script at a time, also after the connection of another was lost', async () => {
    const off = new AbortController()
    const lost = runner.run(
      {
        name: 'test',
        text: 'echo begun; sleep 3; echo done >/var/lib/slow',
        env: {},
        secrets: [],
        keepsOutput: false,
        onLine: () => off.abort(new Error('lost')),
      },
      off.signal,
    )
    await expect(lost).rejects.toThrow('lost')
    expect((await say(runner, 'cat /var/lib/slow')).output).toBe('done\n')
  })

  test.each([
    {
      name: 'with a wrong password',
      at: () => machine(m1.ip, { secretName: 'wrong' }),
      message: () => `${m1.ip}:22 refuses the login of root`,
    },
    {
      name: 'with another host key than the given one',
      at: () => machine(m1.ip, { hostKey: m3.hostKey }),
      message: () => `${m1.ip}:22 has another host key than before`,
    },
    {
      name: 'at which nothing listens',
      at: () => machine(m1.ip, { port: 23 }),
      message: () => `cannot reach ${m1.ip}:23 by ssh`,
    },
    {
      name: 'that is not there',
      at: () => machine(m1.ip.replace(/\d+$/, '250')),
      message: () => `cannot reach ${m1.ip.replace(/\d+$/, '250')}:22 by ssh`,
    },
    {
      name: 'whose Secret is missing',
      at: () => machine(m1.ip, { secretName: 'nothing' }),
      message: () => 'there is no Secret nothing',
    },
  ])('$name is refused by name', async ({ at, message }) => {
    const under = open(at(), 'refused').then((one) => say(one, 'true'))
    await expect(under).rejects.toThrow(message())
  })

  test('whose key changed since the first connection is refused', async () => {
    expect((await say(await open(machine(m3.ip), 'noted'), 'true')).code).toBe(0)
    const path = join(folder, 'noted/known_hosts')
    const known = await readFile(path, 'utf8')
    await writeFile(path, known.replace(m3.hostKey, m2.hostKey))
    const again = open(machine(m3.ip), 'noted').then((one) => say(one, 'true'))
    await expect(again).rejects.toThrow(`${m3.ip}:22 has another host key than before`)
  })
})

// Nothing here runs containers or loads modules; docs/spec/providers.md lists what these conditions need.
const notHere = [
  'EnsureKernelModule',
  'EnsureSysctl',
  'EnsureDisableSwap',
  'EnsureContainerRuntime',
  'EnsureStartContainerRuntime',
  'EnsureKubernetesImages',
]

function planOf(machines: readonly string[], more = ''): ClusterPlan {
  const text = `
cluster:
  name: story
  version: 1.36.3
  machines: [${machines.join(', ')}]
  features:
    skipConditions: [${notHere.join(', ')}]
${more}`
  const { plan, problems } = clusterPlan(siteOfText(text, 'site.yaml').site)
  expect(problems).toEqual([])
  return plan
}

interface Run {
  readonly is?: ProviderOperation
  readonly plan: ClusterPlan
  readonly leaving?: readonly Machine[]
  readonly state?: string
  readonly over?: string
  readonly clock?: Clock
}

async function run({ is = 'create', plan, leaving = [], ...more }: Run) {
  const { state = 'story', over = 'expansion', clock = systemClock } = more
  const lines: string[] = []
  const opened: string[] = []
  await mkdir(join(folder, state), { recursive: true, mode: 0o700 })
  const progress = await runConditions(
    {
      clock,
      provider: await readProvider(join(providers, 'kubeadm'), join(folder, over), never),
      journal: fileJournal(join(folder, state)),
      read: async () => ({ is, plan, leaving }),
      runnerFor: (one) => {
        opened.push(one.ip)
        return open(one, state)
      },
      local: localRunner(process.env),
      files: folderFiles(folder),
      onLine: (condition, at, line) => lines.push(`${condition} ${at} ${line}`),
      onProgress: () => undefined,
    },
    never,
  )
  const mark = progress.marks.find(({ step }) => step === progress.at)
  const message = mark?.message ?? ''
  return { state: progress.state, at: progress.at, message, opened, lines }
}

describe('a machine that cannot be used', () => {
  const plain = '\nmost_clock_skew=60\nminimum_cpus=1\nminimum_memory_mib=1\nminimum_disk_mib=1\n'
  test.each([
    {
      name: 'is too small',
      minimum: `${plain}minimum_cpus=4096\nminimum_memory_mib=99999999\n`,
      skew: 0,
      messages: ['processors; wanted 4096 or more', 'MiB of memory; wanted 99999999 or more'],
    },
    {
      name: 'has a wrong clock',
      minimum: plain,
      skew: 3_600_000,
      messages: ['seconds away from that of the installer; wanted 60 or less'],
    },
  ])('because it $name is told before anything is done', async ({ minimum, skew, messages }) => {
    await override('refusal', minimum)
    const clock = { ...systemClock, now: () => systemClock.now() + skew }
    const plan = planOf([`{ip: ${m1.ip}, secretName: key}`])
    const state = `refusal-${skew}`
    const stopped = await run({ plan, state, over: 'refusal', clock })
    expect(stopped).toMatchObject({ state: 'failed', at: 'EnsurePreflight' })
    for (const message of messages) expect(stopped.message).toContain(message)
    expect(await m1.exec('ls -A /etc/kubernetes 2>/dev/null || true')).toBe('')
  })

  test('because its disk is full leaves no part of a file', async () => {
    await m1.exec('mkdir -p /var/lib/full && mount -t tmpfs -o size=64k tmpfs /var/lib/full')
    await writeFile(join(folder, 'large'), Buffer.alloc(1024 * 1024, 1))
    const plan = planOf(
      [`{ip: ${m1.ip}, secretName: key}`],
      '    files: [{src: large, dst: /var/lib/full/large}]',
    )
    const stopped = await run({ plan, state: 'full' })
    expect(stopped).toMatchObject({ state: 'failed', at: 'EnsureCopyFiles' })
    expect(stopped.message).toContain('No space left on device')
    expect(await m1.exec('ls -A /var/lib/full')).toBe('')
    await m1.exec('umount /var/lib/full')
  })
})

function kubectl(words: string): Promise<string> {
  return m1.exec(`kubectl --kubeconfig /etc/kubernetes/admin.conf ${words}`)
}

async function etcdMembers(): Promise<readonly string[]> {
  const folder = '/etc/kubernetes/pki/etcd'
  const login = `--cacert ${folder}/ca.crt --cert ${folder}/server.crt --key ${folder}/server.key`
  const url = 'https://127.0.0.1:2379/v3/cluster/member/list'
  const { members } = JSON.parse(await m1.exec(`curl -sS ${login} -d '{}' ${url}`)) as {
    readonly members: readonly { readonly name: string }[]
  }
  return members.map(({ name }) => name).toSorted()
}

async function nodes(): Promise<readonly string[]> {
  const path = '{range .items[*]}{.metadata.name}{" "}{end}'
  return (await kubectl(`get nodes -o jsonpath='${path}'`)).trim().split(' ')
}

function first(): string {
  return `{ip: ${m1.ip}, secretName: password, hostKey: "${m1.hostKey}"}`
}

function worker(): string {
  return `{ip: ${m3.ip}, secretName: key, role: worker, labels: {zone: b}}`
}

describe('a cluster', () => {
  test(
    'is made from machines',
    async () => {
      await writeFile(
        join(folder, 'hook'),
        '#!/bin/sh\necho "$OUTRIGGER_MACHINE $*" >>/run/hooks\n',
      )
      const plan = planOf(
        [first(), worker()],
        `    files: [{src: hook, dst: /var/lib/outrigger/hook}]
    hooks: {PreInstall: /var/lib/outrigger/hook pre, PostClusterInstall: /var/lib/outrigger/hook all}`,
      )
      const made = await run({ plan })
      expect(made.message).toBe('')
      expect(made.state).toBe('done')
      expect(await nodes()).toEqual([m1.ip, m3.ip])
      expect(await kubectl(`get node ${m3.ip} -o jsonpath='{.metadata.labels.zone}'`)).toBe('b')
      expect(await m1.exec('cat /run/hooks')).toBe(
        `${m1.ip} pre cluster=story\n${m1.ip} all cluster=story\n`,
      )
      expect(await m3.exec('cat /run/hooks')).toBe(`${m3.ip} pre cluster=story\n`)
      const { token, certificateKey, outputs } = await fileJournal(join(folder, 'story')).secrets(
        'story',
        never,
      )
      expect(outputs['kubeconfig']).toContain(`https://${m1.ip}:6443`)
      const said = made.lines.join('\n')
      expect(said).not.toContain(token)
      expect(said).not.toContain(certificateKey)
      expect(await m1.exec('ls /etc/kubernetes/outrigger')).toBe('cluster\n')
    },
    storySeconds * 1000,
  )

  test(
    'grows by a second control plane, and only that machine is changed',
    async () => {
      const plan = planOf([first(), worker(), `{ip: ${m2.ip}, secretName: key}`])
      const grown = await run({ plan })
      expect(grown.message).toBe('')
      expect(grown.state).toBe('done')
      expect(await nodes()).toEqual([m1.ip, m2.ip, m3.ip])
      const pods = await kubectl(`-n kube-system get pods -l component=etcd -o name`)
      expect(pods.trim().split('\n')).toEqual([`pod/etcd-${m1.ip}`, `pod/etcd-${m2.ip}`])
      const role = `'{.metadata.labels.node-role\\.kubernetes\\.io/control-plane}{.spec.taints[0].effect}'`
      expect(await kubectl(`get node ${m2.ip} -o jsonpath=${role}`)).toContain('NoSchedule')
    },
    storySeconds * 1000,
  )

  test(
    'is not made on a machine of another one',
    async () => {
      const plan = { ...planOf([first()]), name: 'other' }
      const stopped = await run({ plan, state: 'other' })
      expect(stopped).toMatchObject({ state: 'failed', at: 'EnsurePreflight' })
      expect(stopped.message).toContain('it belongs to cluster story')
    },
    storySeconds * 1000,
  )

  test(
    'loses a worker and a control plane with its member of etcd, and ends',
    async () => {
      const left = planOf([first(), `{ip: ${m2.ip}, secretName: key}`])
      const leaving = planOf([first(), worker()]).machines.filter(({ ip }) => ip === m3.ip)
      const shrunk = await run({ is: 'scaleDown', plan: left, leaving })
      expect(shrunk.message).toBe('')
      expect(await nodes()).toEqual([m1.ip, m2.ip])
      expect(await etcdMembers()).toEqual([m1.ip, m2.ip])
      expect(await m3.exec('ls /etc/kubernetes/kubelet.conf 2>&1 || true')).toContain(
        'cannot access',
      )
      // As the platform does at the end of an operation: the next one of this kind is about another machine.
      await fileJournal(join(folder, 'story')).rewrite('cluster/story/scaleDown', () => [], never)
      const last = planOf([first()])
      const gone = left.machines.filter(({ ip }) => ip === m2.ip)
      const single = await run({ is: 'scaleDown', plan: last, leaving: gone })
      expect(single.message).toBe('')
      expect(await nodes()).toEqual([m1.ip])
      expect(await etcdMembers()).toEqual([m1.ip])
      const ended = await run({ is: 'delete', plan: last })
      expect(ended.message).toBe('')
      expect(await m1.exec('ls /etc/kubernetes/manifests 2>/dev/null || true')).toBe('')
    },
    storySeconds * 1000,
  )
})
