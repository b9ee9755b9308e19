// npm run judge:addons -- FOLDER [WORD…]: the originals of TKEStack's addons on a real control plane. FOLDER has checkouts of tkestack/tke and, if it
// is to be judged too, tkestack/lb-controlling-framework, each below its own name. Where an addon is objects in Go alone, its branch release-1.7 is
// compiled by Go, and prints them. Each original is rendered by the real helm and applied
// by kubectl; the Plugin in the README of our chart then takes it over, and its pods must stay (their UIDs are compared). Then each folder of manifests is installed as it is by a
// Plugin of `kind: template`, and kubectl must find no difference to what helm rendered.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'
import { findOracle } from '../oracles/find.ts'
import { startControlPlane } from '../testbed/control-plane.ts'
import { chartFile } from './built-in-charts.ts'
import {
  type GoOriginal,
  branchOfOriginals,
  goOriginals,
  printGoOriginal,
  registryOfOriginals,
} from './go-originals.ts'
import { type Adoption, type OriginalAddon, adoptions, templateFolders } from './original-addons.ts'

const originals = resolve(process.argv[2] ?? '')
if (process.argv[2] === undefined || !existsSync(join(originals, 'tke'))) {
  console.error(
    'usage: npm run judge:addons -- FOLDER [WORD…], where FOLDER/tke is a checkout of tkestack/tke, and words choose by name',
  )
  process.exit(2)
}
const only = process.argv.slice(3)
const run = promisify(execFile)
const { signal } = new AbortController()
const folder = await mkdtemp(join(tmpdir(), 'outrigger-originals-'))
const plane = await startControlPlane({ folder: join(folder, 'plane'), keeps: 'nothing' })
const where = ['--kubeconfig', plane.kubeconfig]
const own = ['--namespace', 'outrigger-system']
const problems: string[] = []
const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
try {
  // Cards are on the nodes that have this label.
  const master = 'node-role.kubernetes.io/master='
  await kubectl('label', 'nodes', '--all', 'nvidia-device-enable=enable', master)
  await onPlatform(judgeAll)
} finally {
  await plane.shutDown()
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(`NOT HELD  ${problem}`)
console.log(problems.length === 0 ? 'all held' : `${problems.length} not held`)
process.exit(problems.length === 0 ? 0 : 1)

async function judge(
  name: string,
  { paths }: OriginalAddon,
  work: () => Promise<string>,
): Promise<void> {
  if (only.length > 0 && !only.some((word) => name.includes(word))) return
  if (!paths.every((path) => existsSync(join(originals, path)))) {
    console.log(`not judged  ${name}: ${paths[0] ?? ''} is not below ${originals}`)
    return
  }
  try {
    console.log(`held  ${name}: ${await work()}`)
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Objects that run, in a file, and the Plugin of our chart that takes them over. */
interface Running extends Pick<GoOriginal, 'chart' | 'values' | 'adopt'> {
  readonly file: string
}

async function adopt({ chart, values, adopt: more = [], file }: Running): Promise<string> {
  await kubectl('apply', '--filename', file)
  const workloads = (await kubectl('get', '--filename', file, '--output', 'name'))
    .split('\n')
    .filter((name) => /^(?:deployment|daemonset)/.test(name))
  const settle = async () => {
    for (const name of workloads) await kubectl('rollout', 'status', name, '--timeout', '90s')
  }
  await settle()
  const before = await pods()
  if (before.length === 0) throw new Error('the original has no pods')
  await applyPlugin(withAdopted(await pluginOfReadme(chart, values), more), chart)
  await settle()
  const after = await pods()
  if (after.join() !== before.join()) {
    throw new Error(`pods were ${before.join(', ')} and are ${after.join(', ')}`)
  }
  await outrigger('plugin', 'delete', chart, '--wait', ...own)
  const left = await kubectl('get', '--filename', file, '--output', 'name', '--ignore-not-found')
  await kubectl('delete', '--filename', file, '--ignore-not-found')
  if (left.trim() !== '') throw new Error(`left after the uninstall: ${left.split('\n').join(' ')}`)
  return `${before.length} pods with the same UIDs`
}

function withAdopted(plugin: string, more: NonNullable<GoOriginal['adopt']>): string {
  const { spec, ...rest } = JSON.parse(plugin) as { spec: { adopt: readonly unknown[] } }
  return JSON.stringify({ ...rest, spec: { ...spec, adopt: [...spec.adopt, ...more] } })
}

/** Has Go print what a controller of TKEStack's would write, as a cluster holds it that was upgraded since. */
async function printed(original: GoOriginal, branch: string): Promise<string> {
  const checkout = join(originals, 'tke')
  const work = join(folder, 'go', original.chart)
  const text = await printGoOriginal(original, { checkout, branch }, work)
  const file = join(folder, `${original.chart}-go.yaml`)
  await writeFile(
    file,
    text.replaceAll('rbac.authorization.k8s.io/v1beta1', 'rbac.authorization.k8s.io/v1'),
  )
  return file
}

async function judgeGo(): Promise<void> {
  const branch = await branchOfOriginals(join(originals, 'tke'))
  if (branch === undefined) {
    console.log('not judged  the addons in Go: the checkout has no branch release-1.7')
    return
  }
  for (const one of goOriginals) {
    await judge(`adopt ${one.chart} of Go`, { paths: ['tke'], options: {} }, async () => {
      const file = await printed(one, branch)
      const text = await readFile(file, 'utf8')
      const read = Object.entries(one.printed ?? {}).map(
        ([name, pattern]) => [name, pattern.exec(text)?.[1] ?? ''] as const,
      )
      const global = { imageRegistry: registryOfOriginals }
      const values = { global, ...one.values, ...Object.fromEntries(read) }
      return adopt({ ...one, values, file })
    })
  }
}

async function pods(): Promise<readonly string[]> {
  const path = 'jsonpath={range .items[*]}{.metadata.name}={.metadata.uid} {end}'
  const text = await kubectl('get', 'pods', '--output', path)
  return text.trim().split(' ').filter(Boolean).toSorted()
}

/** Has the real helm render an original: options at the top are values that its `tpl` gets as they are. */
async function rendered(name: string, { paths, options }: OriginalAddon): Promise<string> {
  const chart = join(folder, 'charts', name)
  await mkdir(join(chart, 'templates'), { recursive: true })
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: original\nversion: 1.0.0\n')
  await writeFile(join(chart, 'values.json'), JSON.stringify({ options }))
  const lines: string[] = []
  for (const path of await filesOf(paths)) {
    const file = basename(path)
    if (!/\.ya?ml$/.test(file)) continue
    await writeFile(join(chart, file), asUpgraded(await readFile(path, 'utf8'), options))
    const context = '(merge (dict "Template" .Template) .Values.options)'
    lines.push(`  ${file}: {{ tpl (.Files.Get "${file}") ${context} | toJson }}`)
  }
  // As texts: helm itself reads no document whose first line is indented, which one of TKEStack's is.
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n${lines.join('\n')}\n`
  await writeFile(join(chart, 'templates', 'all.yaml'), text)
  const words = ['template', name, chart, '--values', join(chart, 'values.json')]
  const { stdout } = await run(findOracle('helm4'), words, { maxBuffer: 64 * 1024 * 1024 })
  const texts = [...stdout.matchAll(/^ {2}[\w.-]+: (".*")$/gm)].map(
    ([, quoted = '""']) => JSON.parse(quoted) as string,
  )
  const file = join(folder, `${name}.yaml`)
  await writeFile(file, texts.join('\n---\n'))
  return file
}

/** The text as a cluster holds it that was upgraded since: a script of theirs puts the image in, and webhooks are v1. */
function asUpgraded(text: string, options: OriginalAddon['options']): string {
  return text
    .replace('${IMAGE_NAME}', options['IMAGE_NAME'] ?? '')
    .replaceAll('admissionregistration.k8s.io/v1beta1', 'admissionregistration.k8s.io/v1')
    .replaceAll(
      '    failurePolicy: Fail',
      '    failurePolicy: Fail\n    sideEffects: None\n    admissionReviewVersions: [v1beta1]',
    )
}

async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const full = join(originals, path)
      if (!(await stat(full)).isDirectory()) return [full]
      return (await readdir(full)).toSorted().map((file) => join(full, file))
    }),
  )
  return found.flat()
}

async function onPlatform(work: (root: string) => Promise<void>): Promise<void> {
  const root = join(folder, 'files')
  await cp(join(originals, 'tke'), join(root, 'tke'), { recursive: true })
  await outrigger('init')
  const ports = fixedPorts()
  const platform = await openPlatform(
    {
      folder: undefined,
      cluster: { kubeconfig: plane.kubeconfig },
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [],
      fileRoot: root,
      tenants: [],
      offerBuiltIn: true,
    },
    { ...ports, program: { ...ports.program, file: main }, environment: process.env },
    { troubled: (error) => console.error(`trouble: ${String(error)}`) },
    signal,
  )
  try {
    await work(root)
  } finally {
    await platform.close()
  }
}

async function judgeAll(root: string): Promise<void> {
  for (const one of templateFolders.slice(0, -1)) {
    await judge(`template ${one.name}`, one, () => installFolder(one.name, one, root))
  }
  for (const one of templateFolders.filter(({ name }) => name === 'keepalived')) {
    await judge('keepalived as files of an expansion', one, () => compareStaticPod(one))
  }
  await judgeGo()
  for (const { chart, values, ...original } of adoptions) {
    await judge(`adopt ${chart}`, original, async () =>
      adopt({ chart, values, file: await rendered(chart, original) }),
    )
  }
  for (const one of templateFolders.slice(-1)) {
    await judge(`template ${one.name}`, one, () => installFolder(one.name, one, root))
  }
}

/** The Plugin that the README of a chart gives for taking a running addon over, with values. */
async function pluginOfReadme(chart: string, given: Adoption['values']): Promise<string> {
  const text = await readFile(chartFile(chart, 'README.md'), 'utf8')
  const [, plugin] = /```yaml\n(apiVersion: outrigger\.dev[^`]*)```/.exec(text) ?? []
  if (plugin === undefined) throw new Error('its README has no Plugin that takes it over')
  const file = join(folder, `${chart}-readme.yaml`)
  await writeFile(file, plugin)
  const patch = JSON.stringify({ spec: { values: given } })
  const words = ['patch', '--local', '--type', 'merge', '--patch', patch, '--output', 'json']
  const { stdout } = await run(findOracle('kubectl-1.36'), [...words, '--filename', file, ...where])
  return stdout
}

async function applyPlugin(plugin: string, name: string): Promise<void> {
  const file = join(folder, `${name}-plugin.json`)
  await writeFile(file, plugin)
  await run(findOracle('kubectl-1.36'), ['apply', '--filename', file, ...own, ...where])
  await outrigger('plugin', 'wait', name, '--timeout', '2m', ...own)
}

async function installFolder(name: string, original: OriginalAddon, root: string): Promise<string> {
  const [path = ''] = original.paths
  const plugin = {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'Plugin',
    metadata: { name, namespace: 'outrigger-system' },
    spec: {
      kind: 'template',
      repo: `file://${join(root, path)}`,
      targetNamespace: 'kube-system',
      values: original.options,
    },
  }
  await applyPlugin(JSON.stringify(plugin), name)
  const expected = await rendered(`${name}-expected`, original)
  // No difference is an exit code of 0.
  await kubectl('diff', '--filename', expected)
  const objects = (await kubectl('get', '--filename', expected, '--output', 'name')).trim()
  const more = await filesHandedOver(name, original)
  await outrigger('plugin', 'delete', name, '--wait', ...own)
  return `${objects.split('\n').length} objects as helm renders them${more}`
}

/** A kubelet restarts a static pod when its file says something else: ours has to say what theirs says. */
async function compareStaticPod(original: OriginalAddon): Promise<string> {
  const example = fileURLToPath(new URL('../../examples/keepalived/files/etc', import.meta.url))
  const ours = join(folder, 'static-pod.yaml')
  const text = await readFile(join(example, 'kubernetes/manifests/keepalived.yaml'), 'utf8')
  const image = original.options['Image'] ?? ''
  await writeFile(ours, text.replace('{{ .Values.global.keepalived.image }}', image))
  const theirs = await rendered('keepalived-static', original)
  if (
    JSON.stringify(sorted(await readObject(ours))) ===
    JSON.stringify(sorted(await readObject(theirs)))
  ) {
    return 'the pod of the file is that of the original'
  }
  throw new Error(`${await readObject(ours)} is not ${await readObject(theirs)}`)
}

async function readObject(file: string): Promise<string> {
  return await kubectl('create', '--dry-run=client', '--output', 'json', '--filename', file)
}

function sorted(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) as unknown
}

/** Files that are no YAML come in a ConfigMap, rendered. */
async function filesHandedOver(name: string, { paths, options }: OriginalAddon): Promise<string> {
  const others = (await filesOf(paths)).filter((path) => !/\.ya?ml$/.test(path))
  if (others.length === 0) return ''
  const map = await kubectl('get', 'configmap', `${name}-files`, '--output', 'json')
  const { data } = JSON.parse(map) as { data: Readonly<Record<string, string>> }
  for (const path of others) {
    const text = await readFile(path, 'utf8')
    const wanted = text.replaceAll(/\{\{ \.(\w+) \}\}/g, (_, key: string) => options[key] ?? '')
    if (data[basename(path)] !== wanted) throw new Error(`${basename(path)} is not as it should be`)
  }
  return `, ${others.length} rendered into a ConfigMap`
}

async function outrigger(...words: readonly string[]): Promise<string> {
  const ran = await runCli([...words, ...where], { environment: {}, file: main })
  if (ran.exitCode === 0) return ran.stdout
  throw new Error(`outrigger ${words.join(' ')}: ${ran.stderr}${ran.stdout}`)
}

async function kubectl(...words: readonly string[]): Promise<string> {
  const namespaced = ['--namespace', 'kube-system', ...where]
  const { stdout } = await run(findOracle('kubectl-1.36'), [...words, ...namespaced], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}
