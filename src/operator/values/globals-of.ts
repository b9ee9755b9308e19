import { type JsonRecord, isJsonRecord } from '../../kinds/json-value.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { Profile } from '../../kinds/profile.ts'
import { printJson } from '../../objects/json-text.ts'
import type { ValuesSource } from './merge-values.ts'

/** The global values and images of the profiles of a cluster. */
export interface Globals {
  readonly values: JsonRecord
  readonly images: Plugin['spec']['images']
}

/** A plugin with the images of profiles below its own. */
export function withGlobalImages(plugin: Plugin, { images }: Globals): Plugin {
  if (images === undefined) return plugin
  const own = plugin.spec.images
  const map = { ...images.map, ...own?.map }
  const both = {
    ...images,
    ...own,
    ...(Object.keys(map).length === 0 ? {} : { map }),
    ...tableFrom([images.table, own?.table]),
  }
  return { ...plugin, spec: { ...plugin.spec, images: both } }
}

/** Global values as the lowest of the sources of a plugin. */
export function globalSource({ values }: Globals): ValuesSource {
  const from = { kind: 'ConfigMap', name: 'profiles', key: 'values', optional: false } as const
  return { from, data: { values: printJson(values) }, isPlain: true }
}

/** Tells global values apart; empty for none. */
export function globalsState({ values }: Globals): string {
  return Object.keys(values).length === 0 ? '' : `globals ${printJson(values)}`
}

/**
 * The values and images of the profiles of a cluster for everything on it; the first one wins where
 * two name the same.
 */
export function globalsOf(profiles: readonly Profile[]): Globals {
  const values = profiles.reduceRight<JsonRecord>(
    (below, { spec }) => mergeRecords(below, spec.values ?? {}),
    {},
  )
  const registry = firstOf(profiles, (images) => images.registry)
  const maps = profiles.toReversed().map(({ spec }) => spec.images?.map ?? {})
  const map: Readonly<Record<string, string>> = Object.assign({}, ...maps)
  const hasMap = Object.keys(map).length > 0
  const pullSecrets = firstOf(profiles, (images) => images.pullSecrets)
  const foreign = firstOf(profiles, (images) => images.foreign)
  const digests = firstOf(profiles, (images) => images.digests)
  const images = {
    ...(registry === undefined ? {} : { registry }),
    ...(hasMap ? { map } : {}),
    ...(pullSecrets === undefined ? {} : { pullSecrets }),
    ...(foreign === undefined ? {} : { foreign }),
    ...(digests === undefined ? {} : { digests }),
    ...tableFrom(profiles.map(({ spec }) => spec.images?.table)),
  }
  return { values, images: Object.keys(images).length === 0 ? undefined : images }
}

// Rows of all of them count.
function tableFrom(tables: readonly (string | undefined)[]): { readonly table?: string } {
  const rows = tables.filter((table) => table !== undefined && table !== '')
  return rows.length === 0 ? {} : { table: rows.join('\n') }
}

type Images = NonNullable<Profile['spec']['images']>

function firstOf<T>(
  profiles: readonly Profile[],
  read: (images: Images) => T | undefined,
): T | undefined {
  for (const { spec } of profiles) {
    const found = spec.images === undefined ? undefined : read(spec.images)
    if (found !== undefined) return found
  }
  return undefined
}

function mergeRecords(below: JsonRecord, above: JsonRecord): JsonRecord {
  const merged: Record<string, JsonRecord[string]> = { ...below }
  for (const [field, value] of Object.entries(above)) {
    const old = merged[field]
    merged[field] = isJsonRecord(old) && isJsonRecord(value) ? mergeRecords(old, value) : value
  }
  return merged
}
