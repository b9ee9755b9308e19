import { compareVersions } from '../../../formats/semver/compare.ts'
import { parseStrictVersion } from '../../../formats/semver/version.ts'
import { deleteManifest } from '../../../oci/client/delete.ts'
import type { Registry } from '../../../oci/client/registry.ts'
import { pullManifest } from '../../../oci/client/resolve.ts'
import { pushManifest } from '../../../oci/client/transfer/push-manifest.ts'
import { OciError } from '../../../oci/errors.ts'
import { type RawManifest, parseManifest } from '../../../oci/manifest.ts'
import { openRegistry } from '../../../sources/fetch/open-registry.ts'
import { type ChartArtifact, chartArtifact, uploadParts } from '../../../sources/oci/push-chart.ts'
import { pushSignature } from '../../../sources/sign/push-signature.ts'
import { signatureTag } from '../../../sources/sign/signature-tag.ts'
import type { Sources } from '../sources/open-sources.ts'
import {
  type PublishTarget,
  type Published,
  type ReadyChart,
  type Undo,
  publishAll,
} from './publish.ts'

/**
 * Publishes charts to a registry. First all content of all charts goes up, which nobody sees; tags come last, so that
 * a chart that is refused on the way leaves nothing that users could find.
 */
export async function publishToRegistry(
  charts: readonly ReadyChart[],
  target: PublishTarget,
  { tls, fetching }: Sources,
  signal: AbortSignal,
): Promise<Published> {
  const [host = '', ...below] = target.remote.slice('oci://'.length).replace(/\/+$/, '').split('/')
  const { registry, close } = openRegistry(host, { trust: 'trusted', tls }, fetching)
  const artifactOf = ({ archive, provenance }: ReadyChart) => {
    const proof = provenance === undefined ? {} : { provenance }
    const { created } = target
    return chartArtifact({ below: below.join('/'), archive, created, ...proof })
  }
  try {
    const uploaded = await publishAll(
      charts.filter(({ isThere }) => !isThere),
      async (chart) => {
        const artifact = artifactOf(chart)
        await uploadParts(registry, artifact, signal)
        const { repository, manifest } = artifact
        await pushManifest(registry, repository, { manifest, tag: undefined }, signal)
        return ''
      },
      signal,
    )
    if (uploaded.outcome === 'refused') return uploaded
    const tagAll = (chart: ReadyChart, undo: Undo[]) =>
      tagChart(chart, artifactOf(chart), { registry, target, undo }, signal)
    return await publishAll(charts, tagAll, signal)
  } finally {
    await close()
  }
}

interface Tagging {
  readonly registry: Registry
  readonly target: PublishTarget
  readonly undo: Undo[]
}

async function tagChart(
  chart: ReadyChart,
  artifact: ChartArtifact,
  tagging: Tagging,
  signal: AbortSignal,
): Promise<string> {
  const { registry, target, undo } = tagging
  const { repository, tag } = artifact
  const place = `${registry.host}/${repository}`
  const manifest = chart.isThere
    ? await pullManifest(registry, repository, tag, signal)
    : artifact.manifest
  if (manifest === undefined) throw new OciError('not-found', `${place}:${tag} has gone meanwhile`)
  if (!chart.isThere) {
    if (target.key !== undefined) {
      const what = signatureTag(manifest.digest)
      undo.push(undoTag(registry, repository, what, undefined))
      await pushSignature(registry, { repository, digest: manifest.digest }, target.key, signal)
    }
    await putTag(manifest, tag, { ...tagging, repository }, signal)
  }
  const moved: string[] = []
  for (const minor of target.kubernetesTags ? chart.minors : []) {
    const name = `v1.${minor}`
    if (await putTag(manifest, name, { ...tagging, repository }, signal)) moved.push(name)
  }
  const also = moved.length === 0 ? '' : `, also as ${moved.join(', ')}`
  return `${place}:${tag}@${manifest.digest}${chart.isThere ? ', which was there' : ''}${also}`
}

/** Puts a manifest under a tag, unless a higher version of the chart has it; false when nothing changed. */
async function putTag(
  manifest: RawManifest,
  tag: string,
  { registry, repository, undo }: Tagging & { readonly repository: string },
  signal: AbortSignal,
): Promise<boolean> {
  const before = await pullManifest(registry, repository, tag, signal)
  if (before?.digest === manifest.digest) return false
  if (before !== undefined && isHigher(before, manifest)) return false
  undo.push(undoTag(registry, repository, tag, before))
  await pushManifest(registry, repository, { manifest, tag }, signal)
  return true
}

function undoTag(
  registry: Registry,
  repository: string,
  tag: string,
  before: RawManifest | undefined,
): Undo {
  return {
    what: `${registry.host}/${repository}:${tag}`,
    run: async (signal) => {
      if (before !== undefined) {
        await pushManifest(registry, repository, { manifest: before, tag }, signal)
        return
      }
      const there = await pullManifest(registry, repository, tag, signal)
      if (there === undefined) return
      try {
        await deleteManifest(registry, repository, tag, signal)
      } catch (error) {
        // Older registries delete by digest alone; whatever has this one came with this run.
        if (!(error instanceof OciError)) throw error
        await deleteManifest(registry, repository, there.digest, signal)
      }
    },
  }
}

const versionAnnotation = 'org.opencontainers.image.version'

// A fix of an old version does not take the tag from a new one.
function isHigher(one: RawManifest, other: RawManifest): boolean {
  const [left, right] = [one, other].map((raw) =>
    parseStrictVersion(parseManifest(raw, raw.digest).annotations[versionAnnotation] ?? ''),
  )
  return left?.ok === true && right?.ok === true && compareVersions(left.value, right.value) > 0
}
