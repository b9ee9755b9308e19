import { createHash } from 'node:crypto'
import type { Dependency } from '../../chart/load/metadata.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import { toBytes } from '../../formats/go-string.ts'
import type { Value } from '../../formats/value.ts'

type Dependencies = readonly (Dependency | undefined)[] | undefined

/** Helm's digest of what a chart asks for and what was chosen: it tells when a lock is out of date. */
export function lockDigest(required: Dependencies, locked: Dependencies): string {
  return sha256(`[${listJson(required)},${listJson(locked)}]`)
}

/** The digest that Helm 2 wrote, which had only what is asked for in it. */
export function lockDigestOfHelm2(required: Dependencies): string {
  return sha256(`{"dependencies":${listJson(required)}}`)
}

function sha256(json: string): string {
  return `sha256:${createHash('sha256').update(toBytes(json)).digest('hex')}`
}

function listJson(list: Dependencies): string {
  if (list === undefined) return 'null'
  return `[${list.map((one) => (one === undefined ? 'null' : dependencyJson(one))).join(',')}]`
}

/** The fields in the order of Helm's type, and without those that are empty. */
function dependencyJson(dependency: Dependency): string {
  const { name, version, repository, condition, tags, enabled, importValues, alias } = dependency
  const fields: readonly (readonly [string, Value, 'always' | boolean])[] = [
    ['name', name, 'always'],
    ['version', version, version !== ''],
    ['repository', repository, 'always'],
    ['condition', condition, condition !== ''],
    ['tags', [...tags], tags.length > 0],
    ['enabled', enabled, enabled],
    ['import-values', [...importValues], importValues.length > 0],
    ['alias', alias, alias !== ''],
  ]
  const present = fields.filter(([, , when]) => when === 'always' || when)
  const members = present.map(([key, value]) => `"${key}":${encodeJson(value, { html: true })}`)
  return `{${members.join(',')}}`
}
