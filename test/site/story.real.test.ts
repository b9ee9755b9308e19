import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFiles } from '../../src/chart/load/load.ts'
import { gunzip } from '../../src/chart/node/load-chart.ts'
import { compressPackage } from '../../src/chart/node/write-package.ts'
import { packageChart } from '../../src/chart/package/package-chart.ts'
import { writeFiles } from '../../src/expansion/package-for-test.ts'
import { runCommand } from '../../tools/run-command.ts'
import { findOracle } from '../oracles/find.ts'
import { type TestMachine, type TestMachines, startMachines } from './machines.ts'
import { endOf, startSite } from './site-stage.ts'

const storyMilliseconds = 900_000

let folder = ''
let site = ''
let started: TestMachines
let [m1, m2, m3, m4] = [] as unknown as [TestMachine, TestMachine, TestMachine, TestMachine]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-story-'))
  site = join(folder, 'site')
  started = await startMachines(4, join(folder, 'machines'))
  ;[m1, m2, m3, m4] = started.machines as [TestMachine, TestMachine, TestMachine, TestMachine]
  await mkdir(join(site, 'secrets/machines'), { recursive: true })
  const key = await readFile(m1.keyFile, 'utf8')
  await writeFile(join(site, 'secrets/machines/privateKey'), key, { mode: 0o600 })
  await writeFiles(join(site, 'expansion'), expansionFiles())
  await chmod(join(site, 'expansion/operator/run'), 0o755)
  await writeFiles(site, {
    'hooks/pre-install': '#!/bin/sh\necho "of the site" >>"$OUTRIGGER_SITE_FOLDER/hooks.log"\n',
  })
}, 120_000)

afterAll(async () => {
  if (site !== '') await endOf(startSite(folder, ['stop', site]))
  await started?.shutDown()
  await rm(folder, { recursive: true, force: true })
}, 120_000)

// Nothing here runs containers or loads modules; docs/spec/providers.md lists what these conditions need.
const notHere = [
  'EnsureKernelModule',
  'EnsureSysctl',
  'EnsureDisableSwap',
  'EnsureContainerRuntime',
  'EnsureStartContainerRuntime',
  'EnsureKubernetesImages',
]
const delegated = ['EnsureMetricsServer', 'EnsurePostClusterInstallHook']

function expansionFiles() {
  return {
    'expansion.yaml': `expansion_name: yard
expansion_version: 1.0.0
operator: operator/run
charts: [public/hello-0.1.0.tgz]
applications: [hello.yaml]
hooks: [pre-install]
provider: [kubeadm/conf/minimum.sh]
installer_skip_steps: [Execute post cluster ready hook, Import charts]
create_cluster_skip_conditions: [${notHere.join(', ')}]
create_cluster_delegate_conditions: [${delegated.join(', ')}]
`,
    'charts/public/hello-0.1.0.tgz': helloChart(),
    'applications/hello.yaml': `apiVersion: application.tkestack.io/v1
kind: App
metadata: {name: hello, namespace: default}
spec:
  type: HelmV3
  tenantID: default
  name: hello
  targetCluster: global
  targetNamespace: default
  chart: {tenantID: default, chartGroupName: public, chartName: hello, chartVersion: 0.1.0}
`,
    'provider/kubeadm/conf/minimum.sh':
      'minimum_cpus=1\nminimum_memory_mib=100\nminimum_disk_mib=10\nmost_clock_skew=60\n',
    'operator/operator.mts': operatorText(),
    'operator/run': `#!/bin/sh\nexec '${process.execPath}' "\${0%/*}/operator.mts"\n`,
    'hooks/pre-install': '#!/bin/sh\necho "of the package" >>"$OUTRIGGER_SITE_FOLDER/hooks.log"\n',
  }
}

function helloChart(): Uint8Array {
  const template = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\n'
  const files = {
    'Chart.yaml': 'apiVersion: v2\nname: hello\nversion: 0.1.0\n',
    'templates/config.yaml': template,
  }
  const entries = Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text) }))
  return compressPackage(packageChart(loadFiles(entries, gunzip)).tar)
}

function siteText(machines: readonly string[]): string {
  return `cluster:
  name: global
  version: 1.36.3
  machines: [${machines.join(', ')}]
applications:
  - {name: greeting, chart: hello, version: 0.1.0, targetNamespace: default}
`
}

async function kubectl(kubeconfig: string, ...words: readonly string[]): Promise<string> {
  const args = ['--kubeconfig', kubeconfig, ...words]
  const options = { output: 'capture', limitSeconds: 60 } as const
  const { ok, output } = await runCommand(findOracle('kubectl-1.36'), args, options)
  if (!ok) throw new Error(output)
  return output.trim()
}

function admin(): string {
  return join(site, 'conf/admin.kubeconfig')
}

// The operator of the package, by the SDK: it notes what it was asked for.
function operatorText(): string {
  return `import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToCluster, runConditionOperator } from '${join(import.meta.dirname, '../../src/sdk/sdk.ts')}'
const { client } = await connectToCluster({ environment: process.env })
const bring = async ({ cluster, condition, report }) => {
  await report('looks at ' + condition)
  const line = cluster.metadata.name + ' ' + condition + '\\n'
  appendFileSync(join(process.env.OUTRIGGER_SITE_FOLDER, 'asked.log'), line)
  return 'by an operator'
}
process.once('SIGTERM', () => process.exit(0))
const conditions = { ${delegated.map((name) => `${name}: bring`).join(', ')} }
await runConditionOperator(client, { name: 'yard', conditions }, new AbortController().signal)
`
}

async function asked(): Promise<string> {
  return await readFile(join(site, 'asked.log'), 'utf8')
}

async function nodes(kubeconfig: string): Promise<readonly string[]> {
  const path = '{range .items[*]}{.metadata.name}{" "}{end}'
  return (await kubectl(kubeconfig, 'get', 'nodes', '-o', `jsonpath=${path}`)).split(' ')
}

async function controlPlane(): Promise<readonly string[]> {
  const label = 'node-role.kubernetes.io/control-plane'
  const path = '{range .items[*]}{.metadata.name}{" "}{end}'
  return (await kubectl(admin(), 'get', 'nodes', '-l', label, '-o', `jsonpath=${path}`)).split(' ')
}

async function install() {
  const { code, stdout, stderr } = await endOf(startSite(folder, ['install', site, '-v']))
  return { code, said: code === 0 ? '' : `${stdout}\n${stderr}` }
}

describe('a site of machines', () => {
  test(
    'becomes a platform with an extension by one command',
    async () => {
      const machines = [m1, m2].map(({ ip }) => `{ip: ${ip}, secretName: machines}`)
      await writeFile(join(site, 'site.yaml'), siteText(machines))
      // Of two steps that are skipped: both would leave something behind.
      await writeFiles(site, {
        'hooks/post-cluster-ready':
          '#!/bin/sh\necho skipped >>"$OUTRIGGER_SITE_FOLDER/hooks.log"\n',
        'charts/hello-0.1.0.tgz': helloChart(),
      })
      expect(await install()).toEqual({ code: 0, said: '' })
      expect(await asked()).toBe(delegated.map((name) => `global ${name}\n`).join(''))
      expect(await nodes(admin())).toEqual([m1.ip, m2.ip])
      expect(await controlPlane()).toEqual([m1.ip, m2.ip])
      expect(await kubectl(admin(), 'get', 'configmap', 'hello', 'greeting', '-o', 'name')).toBe(
        'configmap/hello\nconfigmap/greeting',
      )
      expect(await readFile(join(site, 'hooks.log'), 'utf8')).toBe('of the package\n')
      const repositories = ['repositories.outrigger.dev', '-n', 'outrigger-system', '-o', 'name']
      const offered = await kubectl(admin(), 'get', ...repositories)
      expect(offered).toContain('/builtin')
      expect(offered).not.toContain('/custom')
    },
    storyMilliseconds,
  )

  test(
    'grows by a machine',
    async () => {
      const machines = [
        ...[m1, m2].map(({ ip }) => `{ip: ${ip}, secretName: machines}`),
        `{ip: ${m3.ip}, secretName: machines, role: worker}`,
      ]
      await writeFile(join(site, 'site.yaml'), siteText(machines))
      expect(await install()).toEqual({ code: 0, said: '' })
      expect(await nodes(admin())).toEqual([m1.ip, m2.ip, m3.ip])
      expect(await controlPlane()).toEqual([m1.ip, m2.ip])
    },
    storyMilliseconds,
  )

  test(
    'shrinks by a control plane and a worker',
    async () => {
      await writeFile(join(site, 'site.yaml'), siteText([`{ip: ${m1.ip}, secretName: machines}`]))
      expect(await install()).toEqual({ code: 0, said: '' })
      expect(await nodes(admin())).toEqual([m1.ip])
      expect(await m2.exec('ls /etc/kubernetes/manifests 2>/dev/null || true')).toBe('')
    },
    storyMilliseconds,
  )

  test(
    'makes a second cluster from a Cluster with machines, and ends it with that',
    async () => {
      const key = await readFile(m1.keyFile, 'utf8')
      await kubectl(
        admin(),
        '-n',
        'outrigger-system',
        'create',
        'secret',
        'generic',
        'second-login',
        `--from-literal=privateKey=${key}`,
      )
      const spec = {
        version: '1.36.3',
        // Which conditions are skipped and delegated, the package of the platform says.
        machines: [{ ip: m4.ip, secretName: 'second-login', hostKey: m4.hostKey }],
        features: {
          hooks: { PreInstall: '/var/lib/outrigger/hook now' },
          files: [
            { src: 'configmap/second-files/hook', dst: '/var/lib/outrigger/hook', mode: '0755' },
          ],
        },
      }
      const hook = '#!/bin/sh\necho "$*" >>/var/lib/hooks\n'
      await kubectl(
        admin(),
        '-n',
        'outrigger-system',
        'create',
        'configmap',
        'second-files',
        `--from-literal=hook=${hook}`,
      )
      const file = join(folder, 'second.json')
      const body = {
        apiVersion: 'outrigger.dev/v1alpha1',
        kind: 'Cluster',
        metadata: { name: 'second' },
        spec,
      }
      await writeFile(file, JSON.stringify(body))
      await kubectl(admin(), 'apply', '-f', file)
      const phase = () =>
        kubectl(
          admin(),
          'get',
          'clusters.outrigger.dev',
          'second',
          '-o',
          'jsonpath={.status.phase} {.status.operation}',
        )
      await expect.poll(phase, { timeout: 600_000, interval: 2000 }).toContain('Running {')
      expect(
        await m4.exec('kubectl --kubeconfig /etc/kubernetes/admin.conf get nodes -o name'),
      ).toBe(`node/${m4.ip}\n`)
      expect(await m4.exec('cat /var/lib/hooks')).toBe('now cluster=second\n')
      for (const name of delegated) expect(await asked()).toContain(`second ${name}\n`)
      await kubectl(admin(), 'delete', 'clusters.outrigger.dev', 'second', '--wait=false')
      const left = () => kubectl(admin(), 'get', 'clusters.outrigger.dev', '-o', 'name')
      await expect
        .poll(left, { timeout: 300_000, interval: 2000 })
        .toBe('cluster.outrigger.dev/global')
      expect(await m4.exec('ls /etc/kubernetes/manifests 2>/dev/null || true')).toBe('')
    },
    storyMilliseconds,
  )
})
