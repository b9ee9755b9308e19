import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ConnectedClient, connect, findConnection } from '../../src/kube/connect.ts'
import { chartAccounts, isTold } from '../../tools/rights-reference.ts'
import { runCli } from '../cli/run-cli.ts'
import { findOracle } from '../oracles/find.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { type OperatorPod, startAsPod, wordsOfPod } from './operator-pods.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 })

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const chart = join(root, 'charts/outrigger')
const main = join(root, 'src/cli/main.ts')
const place = ['-n', 'outrigger-system']

let folder: string
let plane: ControlPlane
let connected: ConnectedClient
let pod: OperatorPod | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chart-'))
  // One of its own: roles of the cluster belong to one installation.
  plane = await startControlPlane({ folder: join(folder, 'plane'), keeps: 'nothing' })
  connected = connect(await findConnection({ kubeconfig: plane.kubeconfig, environment: {} }))
})

afterAll(async () => {
  pod?.process.kill('SIGKILL')
  await connected.close()
  await plane.shutDown()
  await rm(folder, { recursive: true, force: true })
})

const environment = () => ({ KUBECONFIG: plane.kubeconfig, HOME: folder })
const outrigger = async (...words: readonly string[]) => {
  const { exitCode, stdout, stderr } = await runCli(words, {
    file: main,
    environment: environment(),
  })
  expect(`${exitCode} ${exitCode === 0 ? '' : stderr}`).toBe('0 ')
  return stdout
}
const tool =
  (path: string) =>
  async (...words: readonly string[]) =>
    (await run(path, words, { env: environment(), maxBuffer: 1 << 24 })).stdout
const kubectl = (...words: readonly string[]) => tool(findOracle('kubectl-1.36'))(...words)
const helm = (...words: readonly string[]) => tool(findOracle('helm4'))(...words)

/** Everything of ours that a cluster can hold. */
async function left(): Promise<readonly string[]> {
  const kinds = 'clusterroles,clusterrolebindings,customresourcedefinitions'
  const wide = await kubectl('get', kinds, '-o', 'name')
  const inside =
    'all,serviceaccounts,roles,rolebindings,configmaps,secrets,leases,poddisruptionbudgets'
  const own = await kubectl('get', inside, '-A', '-o', 'name')
  return `${wide}${own}`
    .split('\n')
    .filter((line) => line.includes('outrigger'))
    .toSorted()
}

const definitions = [
  'clusters',
  'expansions',
  'extensioninstances',
  'extensions',
  'notifications',
  'plugins',
  'profiles',
  'repositories',
].map((plural) => `customresourcedefinition.apiextensions.k8s.io/${plural}.outrigger.dev`)

const values = ['--set', 'server.enabled=true', '--set', 'image.repository=example.com/outrigger']
test('kubectl says of every account what the documentation says', async () => {
  await helm('install', 'outrigger', chart, ...place, '--create-namespace', ...values)
  const page = await readFile(join(root, 'docs/reference/rights.md'), 'utf8')
  for (const { namespace, name, only } of chartAccounts) {
    const told = sectionOf(page, `${namespace}/${name}`)
    const as = `system:serviceaccount:${namespace}:${name}`
    const said = await kubectl('auth', 'can-i', '--list', '--as', as, '-n', namespace)
    expect({ name, rights: rightsIn(said, only) }).toEqual({ name, rights: told })
  }
  await helm('uninstall', 'outrigger', ...place)
})

const installers = [
  { by: 'helm', install: helm, uninstall: helm },
  { by: 'outrigger', install: outrigger, uninstall: outrigger },
]

test.each(installers)(
  'the chart is installed, upgraded and uninstalled by $by; definitions stay, nothing else',
  async ({ by, install, uninstall }) => {
    const before = await left()
    await install('install', 'outrigger', chart, ...place, '--create-namespace', ...values)
    const words = await wordsOfPod({ plane, client: connected.client, folder })
    pod = await startAsPod(words, by, { plane, client: connected.client, folder })
    // A tenant acts as its account, the platform as its own.
    await outrigger('plugin', 'create', 'queue', '--repo', 'builtin', '--wait', '-q')
    await outrigger('plugin', 'create', 'dns', '--repo', 'builtin', ...place, '--wait', '-q')
    const installed = await kubectl('get', 'deployments,statefulsets', '-A', '-o', 'name')
    expect(installed).toContain('/dns')
    expect(installed).toContain('/queue')

    await install(
      'upgrade',
      'outrigger',
      chart,
      ...place,
      ...values,
      '--set',
      'operator.replicas=3',
    )
    const replicas = ['get', 'deployment', 'outrigger', ...place, '-o', 'jsonpath={.spec.replicas}']
    expect(await kubectl(...replicas)).toBe('3')
    await install('rollback', 'outrigger', '1', ...place)
    expect(await kubectl(...replicas)).toBe('2')

    await outrigger('plugin', 'delete', 'queue', '--wait', '-q')
    await outrigger('plugin', 'delete', 'dns', ...place, '--wait', '-q')
    pod.process.kill('SIGTERM')
    await uninstall('uninstall', 'outrigger', ...place)
    await kubectl('delete', 'namespace', 'outrigger-system')
    expect(before).toEqual(definitions)
    expect(await left()).toEqual(definitions)
  },
)

function sectionOf(page: string, account: string): readonly string[] {
  const [, section = ''] = page.split(`## ${account}: `)
  return section
    .replace(/\n## [^]*$/, '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, what = '', names = '', verbs = ''] = line.split('|').map((cell) => cell.trim())
      return [what, names, verbs].join(' | ').replaceAll('`', '')
    })
    .toSorted()
}

// The columns are resources, URLs, names and verbs; the last three are in brackets.
function rightsIn(text: string, only: string | undefined): readonly string[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, resource = '', url = '', names = '', verbs = ''] =
        /^(\S*)\s+\[([^\]]*)\]\s+\[([^\]]*)\]\s+\[([^\]]*)\]/.exec(line) ?? []
      const what = resource === '' ? url : resource
      const sorted = verbs.split(' ').toSorted().join(' ')
      return isTold(what, only) && what !== '' ? [`${what} | ${names} | ${sorted}`] : []
    })
    .toSorted()
}
