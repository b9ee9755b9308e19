import { existsSync, readFileSync } from 'node:fs'
import {
  type KubernetesVersion,
  parseKubernetesVersion,
} from '../../catalog/choice/kubernetes-version.ts'
import { type Offer, offerOf } from '../../catalog/choice/offer.ts'
import { type Extension, parseExtension } from '../../kinds/extension.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { parseRepository } from '../../kinds/repository.ts'
import type { MirroredChart } from '../../mirror/file/mirror-file.ts'
import { type KubeObject, nameOf } from '../../objects/kube-object.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { pathIn } from './path-in.ts'

type Source = Extension['spec']['sources'][number]
type ExactSource = Pick<Offer, 'repo'> &
  Partial<Pick<Offer, 'name' | 'chartVersion' | 'tag' | 'path'>>

/** The file that an Extension is in, for its addresses and for messages. */
interface Origin {
  readonly what: string
  readonly extension: string
  /** The addresses of the Repositories in the file, by name. */
  readonly addresses: ReadonlyMap<string, string>
}

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
  const objects = objectsOf(file)
  const addresses = addressesOf(objects, file)
  return extensionsOf(objects, file).flatMap((object) => {
    const extension = nameOf(object)
    const what = `${file}: Extension ${extension}`
    const { sources } = valueOf(parseExtension(object), what).spec
    const origin = { what, extension, addresses }
    if (versions.length === 0) return sources.map((source) => chartOfSource(source, origin))
    const places = versions.flatMap((version) => placesFor(sources, version, { what, io }))
    const charts = places.map((place) => chartAt(place, origin))
    return [...new Map(charts.map((chart) => [JSON.stringify(chart), chart])).values()]
  })
}

function objectsOf(file: string): readonly KubeObject[] {
  if (!existsSync(file)) throw new PlainError(`extensions: there is no file ${file}`)
  return readManifest(readFileSync(file, 'utf8'))
}

function extensionsOf(objects: readonly KubeObject[], file: string): readonly KubeObject[] {
  const extensions = objects.filter(({ kind }) => kind === 'Extension')
  if (extensions.length > 0) return extensions
  throw new PlainError(`extensions: ${file} has no object of kind Extension`)
}

function addressesOf(objects: readonly KubeObject[], file: string): ReadonlyMap<string, string> {
  const repositories = objects.filter(({ kind }) => kind === 'Repository')
  return new Map(
    repositories.map((object) => {
      const name = nameOf(object)
      const { spec } = valueOf(parseRepository(object), `${file}: Repository ${name}`)
      return [name, spec.url]
    }),
  )
}

function valueOf<T>(parsed: Parsed<T>, what: string): T {
  if (parsed.ok) return parsed.value
  const problems = parsed.problems.map(({ path, message }) => `${path}: ${message}`)
  throw new PlainError(`${what}: ${problems.join('; ')}`)
}

function chartOfSource(source: Source, origin: Origin): MirroredChart {
  const { what } = origin
  if (source.tag === undefined) return chartAt(source, origin)
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

function chartAt(source: ExactSource, origin: Origin): MirroredChart {
  const { what } = origin
  const { chartVersion, tag, path } = source
  const { repo, name } = addressed(source, origin)
  const chart = { path, latest: 1, values: [], images: 'could-run' } as const
  if (tag === undefined) return { ...chart, repo, name, versions: [chartVersion ?? '*'] }
  if (!repo.startsWith('oci://')) {
    throw new PlainError(`${what} has a source with a tag at ${repo}; wanted oci://`)
  }
  const place = name === undefined ? repo : `${repo.replace(/\/$/, '')}/${name}`
  return { ...chart, repo: `${place}:${tag}`, name: undefined, versions: [] }
}

/** The address of a source. A chart of a Repository has the name of its Extension unless the source names one. */
function addressed(
  { repo, name }: ExactSource,
  { what, extension, addresses }: Origin,
): Pick<ExactSource, 'repo' | 'name'> {
  if (repo.includes('://')) return { repo, name }
  const address = addresses.get(repo)
  if (address !== undefined) return { repo: address, name: name ?? extension }
  const wanted =
    'wanted an address, or an object of kind Repository with that name in the same file'
  throw new PlainError(`${what} has a source with the Repository ${repo}; ${wanted}`)
}
