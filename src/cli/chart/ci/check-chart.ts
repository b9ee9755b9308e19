import { join } from 'node:path'
import type { Chart } from '../../../chart/chart.ts'
import { ChartError } from '../../../chart/errors.ts'
import { loadChart } from '../../../chart/node/load-chart.ts'
import { compressPackage } from '../../../chart/node/write-package.ts'
import { packageChart } from '../../../chart/package/package-chart.ts'
import { type FetchDocument, completeSchemas } from '../../../chart/render/with-documents.ts'
import { digestOf } from '../../../oci/digest.ts'
import { type Candidate, isLibrary, prerequisitesOf, variantsOf } from './candidate.ts'
import { checkInstall, checkUpgrade } from './check-install.ts'
import { admitsMinor, checkLint, checkSchema, checkTemplate } from './check-static.ts'
import { choosePrevious } from './choose-previous.ts'
import { type ComparedRepository, chartAtBase, commitsSince } from './git-changes.ts'
import { type VersionFacts, judgeVersion } from './judge-version.ts'
import type { ReadyChart } from './publish.ts'
import { releaseNotes } from './report/release-notes.ts'
import type { ReleasedCharts } from './released-charts.ts'
import {
  type ChartReport,
  type Check,
  type Verdict,
  failed,
  passed,
  skipped,
} from './report/report.ts'
import type { PackageSigner, SignedFile } from './sign-package.ts'
import type { OpenTrial } from './trial-cluster.ts'

/** The world that charts are checked in. */
export interface CheckContext {
  readonly repository: ComparedRepository | undefined
  readonly released: ReleasedCharts | undefined
  readonly signer: PackageSigner | undefined
  /** undefined when nothing is to be installed. */
  readonly trial: OpenTrial | undefined
  /** Minor versions of Kubernetes 1, in order. */
  readonly minors: readonly number[]
  readonly lint: 'errors' | 'warnings'
  /** Milliseconds. */
  readonly timeout: number
  readonly workspace: string
  /** Brings dependencies that are declared and not in `charts/`. */
  readonly bringDependencies: (folder: string, signal: AbortSignal) => Promise<void>
  /** Brings documents that schemas refer to. */
  readonly fetchDocument: FetchDocument
}

/** A chart with its report; ready to be published when nothing failed. */
export interface CheckedChart {
  readonly report: ChartReport
  readonly ready: ReadyChart | undefined
  readonly signature: SignedFile | undefined
}

/** Carries out every check of one chart. */
export async function checkChart(
  folder: string,
  world: CheckContext,
  signal: AbortSignal,
): Promise<CheckedChart> {
  const checks: Check[] = []
  const check = recordInto(checks, signal)
  const load = async () => {
    const whole = await loadWhole(folder, world, signal)
    const chart = await completeSchemas(whole, world.fetchDocument, signal)
    const prerequisites = prerequisitesOf(folder)
    return { folder, chart, variants: variantsOf(folder), prerequisites }
  }
  const candidate = await check.value('load', load)
  if (candidate === undefined) {
    const [name = folder] = folder.split('/').toReversed()
    const nothing = { previous: undefined, checks, releaseNotes: '' }
    const report = { chart: name, version: '', folder, ...nothing }
    return { report, ready: undefined, signature: undefined }
  }
  const { chart } = candidate
  const facts = { candidate, ...(await lookBack(candidate, world, { check, signal })) }
  checkFiles(candidate, world, check)
  const minors = isLibrary(chart) ? [] : world.minors.filter((minor) => admitsMinor(chart, minor))
  const signature = await sign(facts, world, check)
  await tryOut({ ...facts, minors }, world, { check, checks }, signal)
  const { metadata } = chart
  const commits = world.repository === undefined ? [] : await commitsSince(world.repository, folder)
  const previous = facts.previous?.metadata.version
  const notes = releaseNotes({ metadata, previous, commits, minors })
  const about = { chart: metadata.name, version: metadata.version, folder, previous }
  const report = { ...about, checks, releaseNotes: notes }
  return { report, signature, ready: readyOf(facts, { checks, minors, signature }) }
}

type Recorder = ReturnType<typeof recordInto>

/** Notes the verdict of every check with its time; a failure of the chart is noted too, a fault of ours is thrown. */
function recordInto(checks: Check[], signal: AbortSignal) {
  const note = (name: string, began: number, verdict: Verdict) =>
    void checks.push({ name, ...verdict, milliseconds: Math.round(performance.now() - began) })
  const failure = (error: unknown): Verdict => {
    signal.throwIfAborted()
    if (!(error instanceof Error && 'code' in error)) throw error
    return failed(error.message.trim())
  }
  return {
    now: (name: string, judge: () => Verdict) => {
      const began = performance.now()
      try {
        note(name, began, judge())
      } catch (error) {
        note(name, began, failure(error))
      }
    },
    later: async (name: string, judge: () => Promise<Verdict>) => {
      const began = performance.now()
      try {
        note(name, began, await judge())
      } catch (error) {
        note(name, began, failure(error))
      }
    },
    /** Notes a step only when it fails. */
    value: async <T>(name: string, step: () => Promise<T>): Promise<T | undefined> => {
      const began = performance.now()
      try {
        return await step()
      } catch (error) {
        note(name, began, failure(error))
        return undefined
      }
    },
  }
}

async function loadWhole(folder: string, world: CheckContext, signal: AbortSignal): Promise<Chart> {
  const chart = loadChart(folder)
  const present = new Set(chart.dependencies.map((sub) => sub.metadata.name))
  const declared = chart.metadata.dependencies ?? []
  if (declared.every(({ name }) => present.has(name))) return chart
  await world.bringDependencies(folder, signal)
  return loadChart(folder)
}

interface Facts {
  readonly candidate: Candidate
  readonly package: { readonly fileName: string; readonly archive: Uint8Array } | undefined
  readonly previous: Chart | undefined
  readonly released: VersionFacts['released']
}

/** Packages the chart and compares it with what was there before: at the base, and where it was released. */
async function lookBack(
  { folder, chart }: Candidate,
  { repository, released, workspace, fetchDocument }: CheckContext,
  { check, signal }: { readonly check: Recorder; readonly signal: AbortSignal },
): Promise<Omit<Facts, 'candidate'>> {
  const made = await check.value('package', async () => packaged(chart))
  const { name, version } = chart.metadata
  const before =
    repository && (await chartAtBase(repository, folder, join(workspace, 'base', name)))
  const archiveBefore = before && archiveOf(before)
  const isSamePackage =
    made !== undefined &&
    archiveBefore !== undefined &&
    Buffer.compare(made.archive, archiveBefore) === 0
  let state: VersionFacts['released'] = 'unknown'
  await check.later('version', async () => {
    if (released !== undefined && made !== undefined) {
      state = await released.compare({ name, version, archive: made.archive }, signal)
    }
    const base = before && { version: before.metadata.version, isSamePackage }
    return judgeVersion({ version, base, released: state })
  })
  const find = async () => {
    const found = await findPrevious()
    return found && (await completeSchemas(found, fetchDocument, signal))
  }
  const findPrevious = async () => {
    const versions = released === undefined ? [] : await released.versions(name, signal)
    const last = choosePrevious(versions, version)
    if (released !== undefined && last !== undefined)
      return await released.fetch(name, last, signal)
    return isSamePackage ? undefined : before
  }
  return { package: made, released: state, previous: await check.value('last release', find) }
}

function packaged(chart: Chart) {
  const { fileName, tar } = packageChart(chart)
  return { fileName, archive: compressPackage(tar) }
}

function archiveOf(chart: Chart): Uint8Array | undefined {
  try {
    return packaged(chart).archive
  } catch (error) {
    // One that cannot be packaged, because its dependencies are not kept in git, counts as another.
    if (error instanceof ChartError) return undefined
    throw error
  }
}

function checkFiles(candidate: Candidate, { lint, minors }: CheckContext, check: Recorder): void {
  check.now('lint', () => checkLint(candidate, lint))
  check.now('schema', () => checkSchema(candidate))
  for (const minor of minors) {
    check.now(`template on 1.${minor}`, () => checkTemplate(candidate, minor))
  }
  const { chart } = candidate
  if (isLibrary(chart) || minors.some((minor) => admitsMinor(chart, minor))) return
  const { kubeVersion } = chart.metadata
  check.now('kubeVersion', () =>
    failed(`its kubeVersion ${kubeVersion} admits none of the versions that are asked for`),
  )
}

async function sign(
  { candidate, package: made }: Facts,
  { signer }: CheckContext,
  check: Recorder,
): Promise<SignedFile | undefined> {
  if (made !== undefined) check.now('package', () => passed(digestOf(made.archive)))
  if (made === undefined || signer === undefined) return undefined
  let signature: SignedFile | undefined
  await check.later('sign', async () => {
    signature = await signer.sign({ ...made, metadata: candidate.chart.metadata })
    return passed(signature.fileName)
  })
  return signature
}

async function tryOut(
  { candidate, previous, minors }: Facts & { readonly minors: readonly number[] },
  { trial, timeout }: CheckContext,
  { check, checks }: { readonly check: Recorder; readonly checks: readonly Check[] },
  signal: AbortSignal,
): Promise<void> {
  if (trial === undefined) return
  // A version that was not raised says nothing about whether the chart works.
  const broken = checks.find(({ name, state }) => state === 'failed' && name !== 'version')
  const minor = minors.at(-1)
  const input = { candidate, previous, minor: minor ?? 0, timeout }
  for (const [name, act] of [
    ['install', checkInstall],
    ['upgrade', checkUpgrade],
  ] as const) {
    await check.later(name, async () =>
      broken === undefined ? await act(input, trial, signal) : skipped(`${broken.name} failed`),
    )
  }
}

function readyOf(
  { candidate, package: made, released }: Facts,
  {
    checks,
    minors,
    signature,
  }: {
    readonly checks: readonly Check[]
    readonly minors: readonly number[]
    readonly signature: SignedFile | undefined
  },
): ReadyChart | undefined {
  if (made === undefined || checks.some(({ state }) => state === 'failed')) return undefined
  return {
    ...made,
    folder: candidate.folder,
    metadata: candidate.chart.metadata,
    provenance: signature?.kind === 'provenance' ? signature.bytes : undefined,
    isThere: released === 'same',
    minors,
  }
}
