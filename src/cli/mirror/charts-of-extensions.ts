import { existsSync, readFileSync } from 'node:fs'
import {
  type KubernetesVersion,
  parseKubernetesVersion,
} from '../../catalog/choice/kubernetes-version.ts'
import { type Offer, offerOf } from '../../catalog/choice/offer.ts'
import { type Extension, parseExtension } from '../../kinds/extension.ts'
import type { MirroredChart } from '../../mirror/file/mirror-file.ts'
import { type KubeObject, nameOf } from '../../objects/kube-object.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { pathIn } from './path-in.ts'

type Source = Extension['spec']['sources'][number]
type ExactSource = Pick<Offer, 'repo'> &
  Partial<Pick<Offer, 'name' | 'chartVersion' | 'tag' | 'path'>>

interface Reading {
  /** The folder of the mirror file, from which its paths start. */
  readonly folder: string
  readonly io: Io
}

/** The charts of the sources of Extensions in a file; of those alone that fit versions of Kubernetes, if there are any. */
export function chartsOfExtensions(
  path: string,
  kubernetes: readonly string[],
  { folder, io }: Reading,
): readonly MirroredChart[] {
  const file = pathIn(folder, path)
  const versions = kubernetes.flatMap((text) => parseKubernetesVersion(text) ?? [])
  return extensionsOf(file).flatMap((object) => {
    const what = `${file}: Extension ${nameOf(object)}`
    const parsed = parseExtension(object)
    if (!parsed.ok) {
      const problems = parsed.problems.map(({ path, message }) => `${path}: ${message}`)
      throw new PlainError(`${what}: ${problems.join('; ')}`)
    }
    const { sources } = parsed.value.spec
    if (versions.length === 0) return sources.map((source) => chartOfSource(source, what))
    const places = versions.flatMap((version) => placesFor(sources, version, { what, io }))
    const charts = places.map((place) => chartAt(place, what))
    return [...new Map(charts.map((chart) => [JSON.stringify(chart), chart])).values()]
  })
}

function extensionsOf(file: string): readonly KubeObject[] {
  if (!existsSync(file)) throw new PlainError(`extensions: there is no file ${file}`)
  const objects = readManifest(readFileSync(file, 'utf8')).filter(
    ({ kind }) => kind === 'Extension',
  )
  if (objects.length > 0) return objects
  throw new PlainError(`extensions: ${file} has no object of kind Extension`)
}

function chartOfSource(source: Source, what: string): MirroredChart {
  if (source.tag === undefined) return chartAt(source, what)
  const wanted = 'wanted the versions of Kubernetes that it is for, in kubernetes'
  throw new PlainError(`${what} has a source with tag ${source.tag}; ${wanted}`)
}

/** The sources that are for a version of Kubernetes, made exact. */
function placesFor(
  sources: readonly Source[],
  version: KubernetesVersion,
  { what, io }: { readonly what: string; readonly io: Io },
): readonly ExactSource[] {
  const places = sources.flatMap((source) => {
    const offered = offerOf(source, version)
    if (offered.is === 'problem') throw new PlainError(`${what}: ${offered.problem}`)
    return offered.is === 'offer' ? [offered.offer] : []
  })
  const { major, minor } = version
  if (places.length === 0) {
    io.stderr.write(`note: ${what} has no source for Kubernetes ${major}.${minor}\n`)
  }
  return places
}

function chartAt(
  { repo, name, chartVersion, tag, path }: ExactSource,
  what: string,
): MirroredChart {
  if (!repo.includes('://')) {
    const wanted = 'wanted an address; list its chart under charts instead'
    throw new PlainError(`${what} has a source with the Repository ${repo}; ${wanted}`)
  }
  const chart = { path, latest: 1, values: [], images: 'could-run' } as const
  if (tag === undefined) return { ...chart, repo, name, versions: [chartVersion ?? '*'] }
  if (!repo.startsWith('oci://')) {
    throw new PlainError(`${what} has a source with a tag at ${repo}; wanted oci://`)
  }
  const place = name === undefined ? repo : `${repo.replace(/\/$/, '')}/${name}`
  return { ...chart, repo: `${place}:${tag}`, name: undefined, versions: [] }
}
