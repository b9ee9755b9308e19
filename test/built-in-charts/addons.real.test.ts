import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { recordedTiller, tillerObject } from '../conformance/tiller/recorded.ts'
import { findOracle } from '../oracles/find.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { addonCharts, chartFile, readChartFile } from './built-in-charts.ts'
import { packPredecessor } from './predecessors.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

// A plane of its own: addons have names of the whole cluster, and one registers an API that nothing serves.
let plane: ControlPlane
const run = promisify(execFile)

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-addons-'))
  plane = await startControlPlane({ folder, keeps: 'nothing' })
})
afterAll(() => plane.shutDown())

async function outrigger(...words: readonly string[]): Promise<string> {
  const where = ['--namespace', 'kube-system', '--kubeconfig', plane.kubeconfig]
  const ran = await runCli([...words, ...where], { environment: {} })
  expect(ran.stderr).not.toMatch(/^error:/m)
  expect(ran, `outrigger ${words.join(' ')}`).toMatchObject({ exitCode: 0 })
  return ran.stdout
}

async function kubectl(...words: readonly string[]): Promise<string> {
  const where = ['--namespace', 'kube-system', '--kubeconfig', plane.kubeconfig]
  const { stdout } = await run(findOracle('kubectl-1.36'), [...words, ...where])
  return stdout
}

const namesOf = (text: string) => text.trim().split('\n').toSorted()

/** Everything with a name that an addon may bring, but for what Kubernetes itself writes. */
async function objects(): Promise<readonly string[]> {
  const kinds =
    'deployments,daemonsets,services,configmaps,secrets,serviceaccounts,roles,rolebindings,clusterroles,clusterrolebindings,validatingwebhookconfigurations,mutatingwebhookconfigurations'
  return namesOf(await kubectl('get', kinds, '--output', 'name'))
}

/** The chart that runs, with its version. */
async function deployed(name: string): Promise<string | undefined> {
  const found = await outrigger('list', '--deployed', '--filter', `^${name}$`, '-o', 'json')
  const [release] = JSON.parse(found) as { readonly chart: string }[]
  return release?.chart
}

test.each(addonCharts())(
  '%s is installed, upgraded from the version before and uninstalled',
  async (name) => {
    const there = await objects()
    await outrigger('install', name, await packPredecessor(name, plane.folder), '--wait')
    const now = `${name}-${/^version: (\S+)/m.exec(readChartFile(name, 'Chart.yaml'))?.[1]}`
    const before = await deployed(name)
    expect(before).toMatch(new RegExp(`^${name}-\\d`))
    expect(before).not.toBe(now)
    const more = ['--set-string', 'global.imageRegistry=registry.example.com']
    await outrigger('upgrade', name, chartFile(name), '--wait', ...more)
    const images = await kubectl(
      'get',
      'deployments,daemonsets',
      '--selector',
      `app.kubernetes.io/instance=${name}`,
      '--output',
      'jsonpath={.items[*].spec.template.spec.containers[*].image}',
    )
    expect(await deployed(name)).toBe(now)
    expect(images).toMatch(/^registry\.example\.com\//)
    await outrigger('uninstall', name, '--wait')
    expect(await objects()).toEqual(there)
  },
)

// The objects as the old controller wrote them, in the words of the chart: only their maker differs.
test.each([
  { name: 'cronhpa', values: ['--set', 'registration=program'] },
  { name: 'lbcf', values: [] },
  { name: 'ipam', values: [] },
])('a running $name is taken over without a restart of its pods', async ({ name, values }) => {
  const ours = await outrigger('template', name, chartFile(name), '--skip-tests', ...values)
  const old = ours.replaceAll(/^ +(?:helm\.sh\/chart|app\.kubernetes\.io\/[a-z-]+): .*\n/gm, '')
  const file = join(plane.folder, `${name}.yaml`)
  await writeFile(file, old)
  await kubectl('create', '--filename', file)
  const [, deployment = ''] = /kind: Deployment\nmetadata:\n {2}name: (\S+)/.exec(old) ?? []
  await kubectl('rollout', 'status', `deployment/${deployment}`, '--timeout', '60s')
  const pods = () => kubectl('get', 'pods', '--output', 'jsonpath={.items[*].metadata.uid}')
  const running = await pods()
  expect(running).not.toBe('')

  await outrigger('install', name, chartFile(name), '--take-ownership', '--wait', ...values)
  await kubectl('rollout', 'status', `deployment/${deployment}`, '--timeout', '60s')
  expect(await pods()).toBe(running)
  await outrigger('uninstall', name, '--wait')
})

test('the Job of helm converts the releases of Tiller with the rights of its account', async () => {
  const set = ['--set', 'migrate.enabled=true,migrate.deleteRecords=true']
  const text = await outrigger('template', 'helm', chartFile('helm'), ...set)
  const own = text.split(/^---$/m).filter((document) => /^  name: helm2-migrate$/m.test(document))
  const job = own.find((document) => /^kind: Job$/m.test(document)) ?? ''
  const rights = join(plane.folder, 'rights.yaml')
  await writeFile(rights, own.filter((document) => document !== job).join('\n---\n'))
  const [, list = ''] = /^ +args:\n((?: +- .*\n)+)/m.exec(job) ?? []
  const words = [...list.matchAll(/- (\S+)/g)].map(([, word = '']) => word)
  expect(words.slice(0, 3)).toEqual(['release', 'convert', '--all'])

  const items = recordedTiller.map((one) => tillerObject(one, 'kube-system'))
  const records = join(plane.folder, 'tiller.json')
  await writeFile(records, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  await kubectl('create', 'namespace', 'store')
  await kubectl('create', '--filename', records)
  await kubectl('create', '--filename', rights)
  const account = ['--kube-as-user', 'system:serviceaccount:kube-system:helm2-migrate']
  const told = await outrigger(...words, ...account)
  expect(told).toContain('store/shop (deployed): revisions 3, 2, 1 converted; 3 records of Tiller')
  const left = ['get', 'configmaps', '--selector', 'OWNER=TILLER', '--output', 'name']
  expect(await kubectl(...left)).toBe('')
  await kubectl('delete', '--filename', rights)
})
