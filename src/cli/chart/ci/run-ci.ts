import { mkdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { ChartError } from '../../../chart/errors.ts'
import { loadChart } from '../../../chart/node/load-chart.ts'
import { buildDependencies } from '../../../sources/dependencies/build.ts'
import { isLocal, localPath } from '../../../sources/dependencies/local-path.ts'
import { SourceError } from '../../../sources/errors.ts'
import { indexFolder } from '../../../sources/repository/index/write-index.ts'
import { writeFileAtomically } from '../../../std/node/write-file-atomically.ts'
import type { Io } from '../../io.ts'
import { localTime } from '../../local-time.ts'
import type { ClusterChoice } from '../../options/cluster-options.ts'
import { credentialEnvironment } from '../../options/credential-environment.ts'
import type { Outcome, Ports } from '../../verb.ts'
import { runDependencyWork } from '../dependencies/dependency-work.ts'
import { openSources, type Sources } from '../sources/open-sources.ts'
import { schemaDocuments } from '../sources/schema-documents.ts'
import { type CheckContext, type CheckedChart, checkChart } from './check-chart.ts'
import type { CiOptions } from './ci-options.ts'
import { type KnownChart, chooseCharts } from './choose-charts.ts'
import { findCharts } from './find-charts.ts'
import { compareWithBase } from './git-changes.ts'
import type { PublishTarget, Published, ReadyChart } from './publish.ts'
import { publishToMuseum } from './publish-to-museum.ts'
import { publishToRegistry } from './publish-to-registry.ts'
import { releasedCharts } from './released-charts.ts'
import { type CiReport, type Verdict, failed, hasFailed, passed, skipped } from './report/report.ts'
import { junitReport } from './report/report-junit.ts'
import { markdownReport } from './report/report-markdown.ts'
import { textOfChart, textOfEnd } from './report/report-text.ts'
import { openSigner } from './sign-package.ts'
import { type OpenTrial, tryOnCluster, trySandbox } from './trial-cluster.ts'
import { openTemporaryFolder } from '../../../std/node/temporary-folder.ts'

interface World {
  readonly ports: Ports
  readonly io: Io
}

/** Checks charts, publishes them when all is well, and reports. */
export async function runCi(
  options: CiOptions,
  world: World,
  signal: AbortSignal,
): Promise<Outcome> {
  const { path: workspace, remove } = await openTemporaryFolder('ci')
  try {
    const sources = await openSources(options.connection, world.ports, signal)
    const { checkContext, folders } = await prepare(
      options,
      { ...world, sources, workspace },
      signal,
    )
    const base = checkContext.repository?.base
    const checked: CheckedChart[] = []
    for (const folder of folders) {
      const one = await checkChart(folder, checkContext, signal)
      checked.push(one)
      if (options.output === 'text') world.io.stdout.write(textOfChart(shown(one.report)))
    }
    const key = checkContext.signer?.key
    const finished = await publish(checked, options, { sources, key, now: new Date() }, signal)
    const charts = finished.map(({ report }) => shown(report))
    const outcome = charts.some(hasFailed) ? 'failed' : 'passed'
    await report({ outcome, base, charts }, options, world.io, signal)
    return outcome === 'passed' ? 'done' : 'failed'
  } finally {
    await remove()
  }
}

/** Messages name folders relative to the working directory. */
function shown<T extends { readonly folder: string }>(report: T): T {
  return { ...report, folder: relative('.', report.folder) || '.' }
}

interface Opened extends World {
  readonly sources: Sources
  readonly workspace: string
}

async function prepare(
  options: CiOptions,
  { ports, io, sources, workspace }: Opened,
  signal: AbortSignal,
): Promise<{ readonly checkContext: CheckContext; readonly folders: readonly string[] }> {
  const { folder, compare, released, signKey, minors, lint, timeout } = options
  const all = findCharts(folder)
  const repository =
    compare && (await compareWithBase({ ...compare, folder }, credentialEnvironment(ports), signal))
  const passphrase = ports.environment['OUTRIGGER_KEY_PASSPHRASE']
  const quiet = { ...io, stdout: io.stderr }
  const connection = { ...options.connection, skipRefresh: false, verify: false } as const
  const checkContext: CheckContext = {
    repository,
    released: released === undefined ? undefined : releasedCharts(released, sources, workspace),
    signer: signKey === undefined ? undefined : await openSigner(signKey, passphrase, signal),
    trial: trialOf(options.install, { ports, io }),
    minors,
    lint,
    timeout,
    workspace,
    fetchDocument: schemaDocuments(connection, ports),
    bringDependencies: (chart, inner) => {
      const work = { ...connection, chart, keyring: undefined }
      return runDependencyWork(buildDependencies, work, { ports, io: quiet }, inner)
    },
  }
  const folders =
    repository === undefined ? all : chooseCharts(all.map(knownChart), repository.changed)
  return { checkContext, folders }
}

function trialOf(install: CiOptions['install'], world: World): OpenTrial | undefined {
  if (install === 'nowhere') return undefined
  if (install === 'sandbox') return trySandbox
  const choice: ClusterChoice = {
    namespace: undefined,
    kubeconfig: install.kubeconfig,
    'kube-context': install.context,
    'kube-apiserver': undefined,
    'kube-token': undefined,
    'kube-as-user': undefined,
    'kube-as-group': [],
    'kube-ca-file': undefined,
    'kube-tls-server-name': undefined,
    'kube-insecure-skip-tls-verify': false,
  }
  return tryOnCluster(choice, world)
}

/** A chart that cannot be loaded uses nothing; its check says why. */
function knownChart(folder: string): KnownChart {
  try {
    const declared = loadChart(folder).metadata.dependencies ?? []
    const local = declared.map(({ repository }) => repository).filter(isLocal)
    return { folder, uses: local.map((repository) => resolve(localPath(repository, folder))) }
  } catch (error) {
    if (error instanceof ChartError || error instanceof SourceError) return { folder, uses: [] }
    throw error
  }
}

interface Publishing {
  readonly sources: Sources
  readonly key: PublishTarget['key']
  readonly now: Date
}

/** Publishes all charts when all are ready, and writes the folder of packages; adds what came of it to the reports. */
async function publish(
  checked: readonly CheckedChart[],
  options: CiOptions,
  { sources, key, now }: Publishing,
  signal: AbortSignal,
): Promise<readonly CheckedChart[]> {
  const { push, kubernetesTags, destination } = options
  if (checked.length === 0) return checked
  const ready = checked.flatMap((one) => one.ready ?? [])
  const isReady = ready.length === checked.length
  if (push === undefined) {
    if (isReady && destination !== undefined)
      await keep(checked, destination, options, { now, signal })
    return checked
  }
  const began = performance.now()
  const created = localTime(now, 'seconds')
  const target = { remote: push, kubernetesTags, key, created }
  const act = /^oci:/i.test(push) ? publishToRegistry : publishToMuseum
  const published = isReady ? await act(ready, target, sources, signal) : undefined
  const milliseconds = Math.round(performance.now() - began)
  if (published?.outcome === 'published' && destination !== undefined) {
    await keep(checked, destination, options, { now, signal })
  }
  return checked.map((one) => {
    const verdict = pushVerdict(one.report.folder, published, checked)
    const checks = [...one.report.checks, { name: 'push', ...verdict, milliseconds }]
    return { ...one, report: { ...one.report, checks } }
  })
}

function pushVerdict(
  folder: string,
  published: Published | undefined,
  checked: readonly CheckedChart[],
): Verdict {
  if (published === undefined) {
    const bad = checked.filter(({ ready }) => ready === undefined)
    return skipped(`nothing is pushed: ${bad.map(({ report }) => report.chart).join(', ')} failed`)
  }
  if (published.outcome === 'published') return passed(published.lines.get(folder) ?? '')
  const { why, left } = published
  const rest =
    left.length === 0 ? 'nothing was published' : `could not be taken back: ${left.join(', ')}`
  if (published.folder === folder) return failed(`${why}; ${rest}`)
  const chart = checked.find(({ report }) => report.folder === published.folder)?.report.chart
  return skipped(`${chart ?? 'another chart'} was refused; ${rest}`)
}

/** Writes packages, signatures and notes into a folder, and the index of all packages in it. */
async function keep(
  checked: readonly CheckedChart[],
  destination: string,
  { indexUrl }: CiOptions,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<void> {
  const folder = resolve(destination)
  await mkdir(folder, { recursive: true })
  const write = (name: string, content: Uint8Array | string) =>
    writeFileAtomically(join(folder, name), content, signal)
  for (const { ready, signature, report: about } of checked) {
    if (ready === undefined) continue
    await write(ready.fileName, ready.archive)
    if (signature !== undefined) await write(signature.fileName, signature.bytes)
    await write(notesName(ready), about.releaseNotes)
  }
  const merge = join(folder, 'index.yaml')
  await indexFolder(folder, { url: indexUrl, merge, format: 'yaml', now }, signal)
}

function notesName({ fileName }: ReadyChart): string {
  return fileName.replace(/\.tgz$/, '.md')
}

async function report(
  whole: CiReport,
  { junit, markdown, output, push }: CiOptions,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  const write = async (path: string | undefined, text: string) => {
    if (path === undefined) return
    await mkdir(dirname(resolve(path)), { recursive: true })
    await writeFileAtomically(resolve(path), text, signal)
  }
  await write(junit, junitReport(whole))
  await write(markdown, markdownReport(whole))
  const end =
    output === 'json' ? `${JSON.stringify(whole, undefined, 2)}\n` : textOfEnd(whole, push)
  io.stdout.write(end)
}
