import { parseKubernetesVersion } from '../../catalog/choice/kubernetes-version.ts'
import { readImage } from '../../images/image-reference.ts'
import { parsePlatform } from '../../oci/media/platform-choice.ts'
import { MirrorError } from '../errors.ts'

/** The charts and images of a mirror, and their destinations. */
export interface MirrorFile {
  readonly to: {
    /** A registry with a folder, as spec.images.registry has it, or `oci:FOLDER`. */
    readonly images: string | undefined
    /** `oci://registry/folder`, or a folder that gets an index. */
    readonly charts: string | undefined
  }
  /** As spec.images.map. */
  readonly map: Readonly<Record<string, string>>
  readonly platforms: readonly string[]
  readonly signatures: boolean
  readonly charts: readonly MirroredChart[]
  /** Files with Extension objects, whose charts are mirrored. */
  readonly extensions: readonly string[]
  /** The versions of Kubernetes that the sources of Extensions are wanted for; all sources without tags when there are none. */
  readonly kubernetes: readonly string[]
  readonly images: readonly string[]
  /** More rows for the table of images, as spec.images.table. */
  readonly table: string
}

export interface MirroredChart {
  /** The address of a repository or of the chart; a path of this machine. */
  readonly repo: string
  readonly name: string | undefined
  readonly path: string | undefined
  readonly versions: readonly string[]
  /** So many of each range, the newest. */
  readonly latest: number
  /** Files with values; the images are those that they bring, and those that others could bring. */
  readonly values: readonly string[]
  readonly images: ImageChoice
}

export type ImageChoice = 'could-run' | 'certain' | 'all' | 'none'

const imageChoices: readonly ImageChoice[] = ['could-run', 'certain', 'all', 'none']
const mostLatest = 1000

type Json = Readonly<Record<string, unknown>>

/** Reads a mirror file from the value in its YAML; `what` names the file in errors. */
export function readMirrorFile(value: unknown, what: string): MirrorFile {
  const at = new Reader(what, '')
  const root = at.object(value, [
    'to',
    'map',
    'platforms',
    'signatures',
    'charts',
    'extensions',
    'kubernetes',
    'images',
    'table',
  ])
  const to = at.field('to').object(root['to'] ?? {}, ['images', 'charts'])
  const file = {
    to: {
      images: at.field('to.images').optionalText(to['images']),
      charts: at.field('to.charts').optionalText(to['charts']),
    },
    map: at.field('map').texts(root['map']),
    platforms: at.field('platforms').list(root['platforms'], readPlatform),
    signatures: at.field('signatures').flag(root['signatures'], true),
    charts: at.field('charts').list(root['charts'], readChart),
    extensions: at.field('extensions').list(root['extensions'], (one, item) => item.text(one)),
    kubernetes: at.field('kubernetes').list(root['kubernetes'], readKubernetes),
    images: at.field('images').list(root['images'], readName),
    table: at.field('table').optionalText(root['table']) ?? '',
  }
  return checkWhole(file, at)
}

function checkWhole(file: MirrorFile, at: Reader): MirrorFile {
  const hasCharts = file.charts.length + file.extensions.length > 0
  if (!hasCharts && file.images.length === 0) throw at.wrong('charts, extensions or images', 'none')
  if (hasCharts && file.to.charts === undefined && file.to.images === undefined) {
    throw at.field('to').wrong('charts, images or both', 'neither')
  }
  if (file.images.length > 0 && file.to.images === undefined) {
    throw at.field('to.images').wrong('a registry for the images', 'nothing')
  }
  return file
}

function readPlatform(value: unknown, at: Reader): string {
  const text = at.text(value)
  if (parsePlatform(text) === undefined) throw at.wrong('a platform such as linux/amd64', text)
  return text
}

function readKubernetes(value: unknown, at: Reader): string {
  const text = at.text(value)
  // YAML reads 1.30 as a number and drops the zero.
  const isCut = typeof value === 'number' && /^1\.\d$/.test(text)
  if (!isCut && parseKubernetesVersion(text) !== undefined) return text
  throw at.wrong('a version of Kubernetes such as "1.30", in quotes', text)
}

function readName(value: unknown, at: Reader): string {
  const text = at.text(value)
  if (readImage(text) === undefined) throw at.wrong('an image', text)
  return text
}

function readChart(value: unknown, at: Reader): MirroredChart {
  const chart = at.object(value, ['repo', 'name', 'path', 'versions', 'latest', 'values', 'images'])
  const versions = chart['versions'] ?? '*'
  const images = at.field('images').optionalText(chart['images']) ?? 'could-run'
  const choice = imageChoices.find((one) => one === images)
  if (choice === undefined) throw at.field('images').wrong(imageChoices.join(', '), images)
  return {
    repo: at.field('repo').text(chart['repo']),
    name: at.field('name').optionalText(chart['name']),
    path: at.field('path').optionalText(chart['path']),
    versions: Array.isArray(versions)
      ? at.field('versions').list(versions, (one, item) => item.text(one))
      : [at.field('versions').text(versions)],
    latest: at.field('latest').count(chart['latest'], 1),
    values: at.field('values').list(chart['values'], (one, item) => item.text(one)),
    images: choice,
  }
}

/** Reads values at a place of the file and says where one is not what it has to be. */
class Reader {
  private readonly what: string
  private readonly path: string

  constructor(what: string, path: string) {
    this.what = what
    this.path = path
  }

  field(name: string): Reader {
    return new Reader(this.what, this.path === '' ? name : `${this.path}.${name}`)
  }

  object(value: unknown, fields: readonly string[]): Json {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.wrong(`an object with ${fields.join(', ')}`, shown(value))
    }
    const extra = Object.keys(value).find((key) => !fields.includes(key))
    if (extra !== undefined) throw this.wrong(`the fields ${fields.join(', ')}`, extra)
    return value as Json
  }

  text(value: unknown): string {
    // A version such as 1.2 is a number in YAML.
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value !== '') return value
    throw this.wrong('a text', shown(value))
  }

  optionalText(value: unknown): string | undefined {
    return value === undefined || value === null ? undefined : this.text(value)
  }

  flag(value: unknown, fallback: boolean): boolean {
    if (value === undefined || value === null) return fallback
    if (typeof value === 'boolean') return value
    throw this.wrong('true or false', shown(value))
  }

  count(value: unknown, fallback: number): number {
    if (value === undefined || value === null) return fallback
    const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 1
    if (isCount && value <= mostLatest) return value
    throw this.wrong(`a whole number from 1 to ${mostLatest}`, shown(value))
  }

  list<T>(value: unknown, read: (one: unknown, at: Reader) => T): readonly T[] {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) throw this.wrong('a list', shown(value))
    return value.map((one: unknown, at) => read(one, new Reader(this.what, `${this.path}[${at}]`)))
  }

  texts(value: unknown): Readonly<Record<string, string>> {
    if (value === undefined || value === null) return {}
    if (typeof value !== 'object' || Array.isArray(value)) throw this.wrong('a map', shown(value))
    const entries = Object.entries(value).map(
      ([key, one]) => [key, this.field(key).text(one)] as const,
    )
    return Object.fromEntries(entries)
  }

  wrong(wanted: string, found: string): MirrorError {
    const place = this.path === '' ? this.what : `${this.what}: ${this.path}`
    return new MirrorError('bad-file', `${place}: wanted ${wanted}, found ${found}`)
  }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 100)
}
