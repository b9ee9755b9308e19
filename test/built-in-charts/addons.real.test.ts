import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { findOracle } from '../oracles/find.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { addonCharts, chartFile } from './built-in-charts.ts'

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

test.each(addonCharts())('%s is installed, upgraded and uninstalled', async (name) => {
  const before = await objects()
  await outrigger('install', name, chartFile(name), '--wait')
  expect(JSON.parse(await outrigger('status', name, '-o', 'json'))).toMatchObject({
    info: { status: 'deployed' },
  })
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
  expect(images).toMatch(/^registry\.example\.com\//)
  await outrigger('uninstall', name, '--wait')
  expect(await objects()).toEqual(before)
})

// The objects as the old controller wrote them, in the words of the chart: only who made them differs.
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
