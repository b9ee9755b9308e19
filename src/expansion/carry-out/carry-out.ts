import type { ExpansionValues } from '../../kinds/expansion-file.ts'
import type { Registry } from '../../oci/client/registry.ts'
import type { UploadJournal } from '../../oci/client/upload/upload-journal.ts'
import type { JsonObject } from '../../objects/json.ts'
import { carryOn } from '../../sequence/carry-on.ts'
import { expansionSteps } from '../../sequence/expansion-steps.ts'
import type { Progress } from '../../sequence/marks.ts'
import { type Mark, findStep } from '../../sequence/sequence.ts'
import { sleepOn, systemClock } from '../../std/clock.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { join } from 'node:path'
import { readApplications } from '../applications/read-application.ts'
import { type CheckedPackage, checkPackage, refuseProblems } from '../check/check-package.ts'
import { findListed, fullName, openImages } from '../images/open-images.ts'
import { type ImageToPush, planPush, runPush, withLeftOut } from '../images/push-images.ts'
import { reachImages } from '../images/reachable.ts'
import { imageRepository } from '../images/target-image.ts'
import { readImage } from '../../images/image-reference.ts'
import { namespaceOf, packageName, packageVersion } from '../package/describe-package.ts'
import { digestOf } from '../../oci/digest.ts'
import type { Package } from '../package/open-package.ts'
import { imagesOf } from '../package/package-operator.ts'
import type { Receipt } from '../package/receipt.ts'
import { desiredObjects } from './desired-objects.ts'
import { laySiteValues } from '../applications/lay-values.ts'
import { manifestNamespaces, manifestsChart } from './manifests-chart.ts'
import { type StagedFile, stageFiles } from './stage-files.ts'
import type { ChartToUpload, ChartUploads } from './upload-charts.ts'

/** The site that a package is carried out on. */
export interface CarryOutSite {
  /** The folder below the host of its registry; empty for none. */
  readonly folder: string
  /** The namespace of the Plugins: the platform's. */
  readonly namespace: string
  readonly values: ExpansionValues
  readonly facts: Readonly<Record<string, string>>
  /** A Secret with the login of the registry. */
  readonly secretName: string | undefined
  /** The clusters that get the applications; undefined is the platform's own. */
  readonly clusters: readonly (string | undefined)[]
}

/** How a step stands. */
export interface StepReport {
  readonly name: string
  readonly state: 'Waiting' | 'Running' | 'Done' | 'Failed' | 'Skipped'
  readonly message: string
}

export interface CarryOutPorts {
  readonly workspace: string
  /** Where files wait to be copied to machines. */
  readonly stage: string
  readonly registry: Registry
  readonly journal?: UploadJournal
  readonly charts: ChartUploads
  /** Applies objects, each as it is wanted; says how many of them changed. */
  readonly apply: (objects: readonly JsonObject[], signal: AbortSignal) => Promise<number>
  readonly onStep?: (report: StepReport) => void
  /** Bytes of images that went up, of all that have to. */
  readonly onBytes?: (done: number, total: number) => void
}

/** A package that was carried out. */
export interface CarriedOut {
  readonly steps: readonly StepReport[]
  /** The digest of the package; of its files when it was not built. */
  readonly digest: string
  readonly staged: readonly StagedFile[]
  /** The objects that were wanted. */
  readonly objects: readonly JsonObject[]
  readonly receipt: Receipt
  /** Bytes of blobs that travelled. */
  readonly bytes: number
}

/**
 * Carries a package out, step by step. Every step looks at what is there before it changes anything, so that one that was
 * broken off goes on where it stopped and a second run changes nothing. Nothing is changed before all of the package is
 * known to be good.
 */
export async function carryOutPackage(
  opened: Package,
  site: CarryOutSite,
  ports: CarryOutPorts,
  signal: AbortSignal,
): Promise<CarriedOut> {
  const run = new Run(opened, site, ports)
  await run.carryOn(signal)
  return run.result()
}

const parallelCharts = 6

class Run {
  private readonly opened: Package
  private readonly site: CarryOutSite
  private readonly ports: CarryOutPorts
  private readonly skipped: readonly string[]
  private readonly steps = new Map<string, StepReport>()
  private readonly staged: StagedFile[] = []
  private readonly namespace: string
  private checked: CheckedPackage | undefined
  private images: Awaited<ReturnType<typeof openImages>>
  private targets: readonly ImageToPush[] = []
  private receipt: Receipt['blobs'] = []
  private objects: readonly JsonObject[] = []
  private manifests: ChartToUpload | undefined
  private bytes = 0

  constructor(opened: Package, site: CarryOutSite, ports: CarryOutPorts) {
    this.opened = opened
    this.site = site
    this.ports = ports
    this.namespace = namespaceOf(opened)
    const skip = opened.declaration.content.installer_skip_steps
    this.skipped = skip.filter((name) => findStep(expansionSteps, name)?.mayBeSkipped === true)
  }

  async carryOn(signal: AbortSignal): Promise<void> {
    let marks: readonly Mark[] = []
    let failure: unknown
    const choices = { skip: this.skipped, delegate: [] }
    const { state } = await carryOn(
      {
        clock: systemClock,
        sleep: (milliseconds, under) => sleepOn(systemClock, milliseconds, under),
        // Steps hand things to each other, so that every run begins with the first: nothing is kept for another run.
        read: async () => ({ sequence: expansionSteps, choices, marks }),
        write: async (mark) => {
          marks = [...marks.filter(({ step }) => step !== mark.step), mark]
          if (mark.reason !== 'Waiting') this.report(mark.step, mark.reason, mark.message)
        },
        carryOut: async ({ name }, _, under) => {
          this.report(name, 'Running', '')
          try {
            return { is: 'done', message: await this.carryOut(name, under) }
          } catch (error) {
            failure = error
            const message = error instanceof Error ? error.message : String(error)
            return { is: 'failed', message }
          }
        },
        onProgress: (progress) => this.reportSkipped(progress),
      },
      signal,
    )
    if (state === 'failed') throw failure
  }

  private reportSkipped({ marks }: Progress): void {
    for (const { step, status, reason, message } of marks) {
      if (status !== 'True') return
      if (reason === 'Skipped' && !this.steps.has(step)) this.report(step, 'Skipped', message)
    }
  }

  private report(name: string, state: Mark['reason'] | 'Running', message: string): void {
    if (state === 'Delegated') return
    const report = { name, state, message }
    this.steps.set(name, report)
    this.ports.onStep?.(report)
  }

  private async carryOut(name: string, signal: AbortSignal): Promise<string> {
    switch (name) {
      case 'Init expansion':
        return await this.check(signal)
      case 'Load images':
        return await this.load(signal)
      case 'Tag images':
        return this.tag()
      case 'Push images':
        return await this.push(signal)
      case 'Import Expansion Charts':
        return await this.uploadCharts(signal)
      case 'Prepare expansion files':
        return await this.stage('file', signal)
      case 'Patch Hook Files':
        return await this.stage('hook', signal)
      case 'Merge provider files':
        return await this.stage('provider', signal)
      default:
        return await this.install(signal)
    }
  }

  result(): CarriedOut {
    const { opened, staged, objects, bytes } = this
    const digest = this.packageDigest()
    const [name, version] = [packageName(opened), packageVersion(opened)]
    const receipt: Receipt = { name, version, digest, blobs: this.receipt }
    return { steps: [...this.steps.values()], digest, staged, objects, receipt, bytes }
  }

  private packageDigest() {
    const { lock, declaration } = this.opened
    return lock?.digest ?? digestOf(Buffer.from(JSON.stringify(declaration.content)))
  }

  private async check(signal: AbortSignal): Promise<string> {
    this.checked = await checkPackage(this.opened, this.ports.workspace, signal)
    refuseProblems(this.checked.problems)
    const { tree, lock } = this.opened
    return `${tree.entries.size} files${lock === undefined ? '' : `, as they were built`}`
  }

  private async load(signal: AbortSignal): Promise<string> {
    const { tree, declaration, delta } = this.opened
    const { images_loaded } = declaration.content
    const found = await openImages(tree, this.ports.workspace, signal)
    if (found === undefined) return images_loaded ? 'they are in the registry already' : 'none'
    const { registry } = this.ports
    const places = { registry, folder: this.site.folder }
    const layout = join(tree.folder, 'images')
    const source =
      delta === undefined ? found.source : withLeftOut(found.source, layout, delta, places)
    this.images = { ...found, source }
    const listed = new Set(imagesOf(declaration.content))
    this.targets = [...listed].flatMap((image) => this.targetOf(image, found.names))
    return `${this.targets.length} images of ${found.place}`
  }

  private targetOf(image: string, names: readonly string[]): readonly ImageToPush[] {
    const reference = findListed(image, names)
    if (reference === undefined) return []
    const full = readImage(fullName(image))
    const repository = this.inFolder(imageRepository(image, this.namespace))
    return [{ image: fullName(image), reference, repository, tag: full?.tag }]
  }

  private inFolder(path: string): string {
    return this.site.folder === '' ? path : `${this.site.folder}/${path}`
  }

  private tag(): string {
    const { host } = this.ports.registry
    const seen = new Map<string, string>()
    for (const { image, repository, tag } of this.targets) {
      const target = `${host}/${repository}:${tag ?? ''}`
      const before = seen.get(target)
      if (before !== undefined && tag !== undefined) {
        throw new Error(`${image} and ${before} are both ${target}`)
      }
      seen.set(target, image)
    }
    return `below ${host}/${this.inFolder(this.namespace)}`
  }

  private async push(signal: AbortSignal): Promise<string> {
    const { registry, journal, onBytes } = this.ports
    if (this.images === undefined) return 'none'
    const ports = { registry, ...(journal === undefined ? {} : { journal }) }
    const { source } = this.images
    const plan = await planPush(this.targets, source, ports, signal)
    let done = 0
    onBytes?.(0, plan.bytes)
    const count = (bytes: number) => {
      done += bytes
      onBytes?.(done, plan.bytes)
    }
    const { pushed, there, bytes } = await runPush(plan, { ...ports, onBytes: count }, signal)
    this.bytes = bytes
    const reached = await reachImages(this.targets, source, signal)
    const blobs = new Map(
      reached.flatMap(({ image, blobs: own }) =>
        own.map(({ digest, size }) => {
          const repository = imageRepository(image, this.namespace)
          return [digest, { digest, size, repository }] as const
        }),
      ),
    )
    this.receipt = [...blobs.values()]
    return `${pushed} pushed (${bytes} bytes), ${there} there already`
  }

  private async uploadCharts(signal: AbortSignal): Promise<string> {
    this.manifests = await manifestsChart(this.opened)
    const charts: readonly ChartToUpload[] = [
      ...(this.checked?.charts ?? []),
      ...(this.manifests === undefined ? [] : [this.manifests]),
    ]
    let uploaded = 0
    const upload = async (chart: ChartToUpload, inner: AbortSignal) => {
      if ((await this.ports.charts.upload(chart, inner)) === 'uploaded') uploaded++
    }
    await runBounded(charts, parallelCharts, upload, signal)
    return `${uploaded} uploaded, ${charts.length - uploaded} there already`
  }

  private async stage(kind: StagedFile['kind'], signal: AbortSignal): Promise<string> {
    const { values, facts } = this.site
    const laid = laySiteValues(this.opened.values, values)
    const place = { folder: this.ports.stage, facts: { ...laid, facts } }
    const staged = await stageFiles(this.opened, kind, place, signal)
    this.staged.push(...staged)
    return `${staged.length} staged`
  }

  private async install(signal: AbortSignal): Promise<string> {
    const { opened, site, ports } = this
    const { applications } = await readApplications(opened)
    const { manifests } = this
    const groups = new Map<string, string[]>()
    const uploaded = [
      ...(this.checked?.charts ?? []),
      ...(manifests === undefined ? [] : [manifests]),
    ]
    for (const { group, name } of uploaded) {
      groups.set(group, [...new Set([...(groups.get(group) ?? []), name])])
    }
    this.objects = desiredObjects({
      name: packageName(opened),
      namespace: site.namespace,
      applications,
      manifests: manifests && { ...manifests, namespaces: await manifestNamespaces(opened) },
      groups: Object.fromEntries(groups),
      addressOf: ports.charts.addressOf,
      images: `${ports.registry.host}/${this.inFolder(this.namespace)}`,
      secretName: site.secretName,
      values: { package: opened.values, site: site.values },
      clusters: site.clusters,
    })
    const changed = await ports.apply(this.objects, signal)
    return `${this.objects.length} objects, ${changed} changed`
  }
}
