// `kustomize build`: a folder with a kustomization in, objects out, byte for byte as kustomize 5.8.2
// prints them.

import { writeYaml } from '../formats/yaml/write/write.ts'
import type { Value } from '../formats/value.ts'
import { fieldsAt, textAt, textsAt, type Fields } from './config/read-as.ts'
import type { InflateChart, TraceBuild } from './context.ts'
import { KustomizeError, within } from './errors.ts'
import { limits } from './limits.ts'
import type { Loader } from './loader.ts'
import { builtInOrigin, noOrigin } from './origin.ts'
import * as notes from './resource/annotations.ts'
import { printId } from './resource/res-id.ts'
import type { ResMap } from './resource/res-map.ts'
import type { Resource } from './resource/resource.ts'
import { BuildSchemas } from './schema/build-schemas.ts'
import { accumulate, readTarget, type TargetContext } from './target.ts'
import { hashTransformer } from './transform/hash.ts'
import { mapTransformer } from './transform/metadata.ts'
import { referenceTransformer } from './transform/name-references.ts'
import { legacyOrder, sortResources } from './transform/sort.ts'
import { resolveVars } from './transform/vars.ts'
import { mapOf } from './yaml/value.ts'

/** The version whose bytes these are; it is what the label of `managedByLabel` says. */
const kustomizeVersion = 'v5.8.2'

export interface BuildOptions {
  /** The order where the kustomization says nothing: `none` leaves the objects as they come. */
  readonly reorder?: 'legacy' | 'none'
  /** Without it charts are refused. */
  readonly inflate?: InflateChart
  /** Whether all objects are labelled as managed by kustomize. */
  readonly addManagedByLabel?: boolean
  readonly warn?: (message: string) => void
  /** Told of the objects after each step. */
  readonly traced?: TraceBuild
}

/** An object as kustomize gives it, and its text. */
export interface BuiltObject {
  readonly value: ReadonlyMap<string, Value>
  readonly text: string
}

/** Builds the kustomization of a folder. Pure but for what the loader does. */
export function buildKustomization(loader: Loader, options: BuildOptions = {}): BuiltObject[] {
  const place: TargetContext = {
    loader,
    context: {
      schemas: new BuildSchemas(),
      inflate: options.inflate,
      warn: options.warn ?? (() => {}),
      traced: options.traced,
      budget: { kustomizations: limits.kustomizations },
    },
    origin: undefined,
    chartNamespace: '',
    depth: 0,
  }
  const kustomization = readTarget(place)
  const { fields } = kustomization
  const metadata = textsAt(fields, 'buildMetadata')
  const isTraced = metadata.length > 0 || options.traced !== undefined
  const origin = isTraced ? noOrigin : undefined
  const built = accumulate(kustomization, { ...place, origin })
  hashTransformer(built.map)
  referenceTransformer(built.config.nameReference)(built.map)
  const unused = resolveVars(built.map, built.vars, built.config.varReference)
  if (unused.length > 0)
    place.context.warn(`well-defined vars that were never replaced: ${unused.join(',')}`)
  options.traced?.(built.map.resources, builtInOrigin(noOrigin, '', 'NameReferenceTransformer'))
  finish(built.map, fields, options)
  return built.map.resources.map((resource) => {
    try {
      const value = mapOf(resource.node)
      return { value, text: `${writeYaml(value)}\n` }
    } catch (error) {
      throw within(printId(resource.id), error)
    }
  })
}

/** The objects as one text, documents apart. */
export function printObjects(objects: readonly BuiltObject[]): string {
  return objects.map(({ text }) => text).join('---\n')
}

function finish(map: ResMap, fields: Fields, options: BuildOptions): void {
  const kept = map.resources.filter((resource) => {
    requireName(resource)
    const local = resource.annotations.get(notes.localConfig)
    return local === undefined || local === 'false'
  })
  map.resources = []
  map.appendAll(kept)
  sort(map, fields, options)
  const metadata = textsAt(fields, 'buildMetadata')
  if (options.addManagedByLabel === true || metadata.includes('managedByLabel'))
    mapTransformer(managedBy, [metadataLabels])(map)
  for (const resource of map.resources) {
    resource.removeBuildAnnotations()
    const { annotations } = resource
    if (!metadata.includes('originAnnotations')) annotations.delete(notes.origin)
    if (!metadata.includes('transformerAnnotations')) annotations.delete(notes.transformations)
    resource.annotations = annotations
  }
}

// A patch may have taken the name away.
function requireName({ kind, name, node }: Resource): void {
  if (kind !== '' && (name !== '' || kind.endsWith('List'))) return
  const what = kind === '' ? 'kind' : 'metadata.name'
  const place = node.line === 0 ? '' : ` (line ${node.line} of its file)`
  throw new KustomizeError('invalid', `missing ${what} in ${kind || 'object'} ${name}${place}`)
}

const managedBy = new Map([['app.kubernetes.io/managed-by', `kustomize-${kustomizeVersion}`]])
const metadataLabels = {
  group: '',
  version: '',
  kind: '',
  path: 'metadata/labels',
  create: true,
} as const

function sort(map: ResMap, fields: Fields, { reorder }: BuildOptions): void {
  const chosen = fieldsAt(fields, 'sortOptions')
  if (chosen === undefined) {
    if (reorder !== 'none') sortResources(map, legacyOrder)
    return
  }
  const legacy = fieldsAt(chosen, 'legacySortOptions')
  sortResources(map, {
    order: textAt(chosen, 'order'),
    legacy: legacy && {
      first: textsAt(legacy, 'orderFirst'),
      last: textsAt(legacy, 'orderLast'),
    },
  })
}
