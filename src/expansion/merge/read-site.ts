import { readValue } from '../../kinds/schema/read-value.ts'
import { type SiteFile, siteFileSchema } from '../../kinds/site-file.ts'
import { readTkeJson } from '../../kinds/tke-json.ts'
import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'
import { ExpansionError, type PackageProblem, problemText } from '../errors.ts'
import { unknownKeys } from '../package/unknown-keys.ts'
import { readYamlFile, splitFieldPath } from '../package/yaml-lines.ts'

/** A site as its file says it. */
export interface GivenSite {
  readonly site: SiteFile
  /** The same without defaults. */
  readonly said: Json
  readonly notes: readonly string[]
}

/** A site of which nobody said anything. */
export function emptySite(): GivenSite {
  return { site: readValue(siteFileSchema, {}, '', []), said: {}, notes: [] }
}

/** Reads `site.yaml`, or the `tke.json` of a TKEStack installer; all problems are in one error. */
export function siteOfText(text: string, path: string): GivenSite {
  const read = readYamlFile(text)
  if (!read.ok) {
    throw new ExpansionError('site', `${path}:${read.line}: ${read.message}`)
  }
  const { value, lineOf } = read.file
  if (isTkeJson(value)) {
    const { site, problems, notes } = readTkeJson(value, readMapping)
    refuse(
      problems.map(({ path: field, message }) => ({ message: `${field} ${message}` })),
      path,
    )
    return { site, said: withoutDefaults(site), notes }
  }
  const found: { path: string; message: string }[] = []
  const site = readValue(siteFileSchema, value ?? {}, '', found)
  refuse(
    [
      ...unknownKeys(siteFileSchema, value).map((one) => ({
        line: lineOf(one.path),
        message: one.message,
      })),
      ...found.map((one) => ({
        line: lineOf(splitFieldPath(one.path)),
        message: `${one.path} ${one.message}`,
      })),
    ],
    path,
  )
  return { site, said: value, notes: [] }
}

function refuse(problems: readonly Pick<PackageProblem, 'line' | 'message'>[], file: string): void {
  if (problems.length === 0) return
  const all = problems.map((one): PackageProblem => ({ ...one, file, level: 'error' }))
  throw new ExpansionError('site', all.map(problemText).join('\n'), { problems: all })
}

function readMapping(text: string): JsonObject | undefined {
  const read = readYamlFile(text)
  return read.ok && isJsonObject(read.file.value) ? read.file.value : undefined
}

function isTkeJson(value: Json): boolean {
  if (!isJsonObject(value)) return false
  return ['para', 'step', 'config', 'includeSelf'].some((key) => Object.hasOwn(value, key))
}

// Of a tke.json only that counts as said which is not as an empty file would have it.
function withoutDefaults(site: SiteFile): Json {
  return strip(site, readValue(siteFileSchema, {}, '', [])) ?? {}
}

function strip(value: Json, fallback: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) {
    return JSON.stringify(value) === JSON.stringify(fallback) ? undefined : value
  }
  const below = isJsonObject(fallback) ? fallback : {}
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const stripped = item === undefined ? undefined : strip(item, below[key])
    return stripped === undefined ? [] : [[key, stripped] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
