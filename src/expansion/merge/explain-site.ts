import { decodeJson } from '../../formats/json/decode.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import { type Json, fieldOf, isJsonList, isJsonObject } from '../../objects/json.ts'
import { printJson } from '../../objects/json-text.ts'
import type { MergedSite, Side } from './merge-site.ts'

/** One line of the merged configuration, and which side it came from. */
export interface ExplainedLine {
  readonly text: string
  readonly path: string
  /** The side; `default` when no side said it, empty for a key that only holds others. */
  readonly from: Side | 'default' | ''
}

/** The merged configuration line by line. `said` is the site's file as it was written, without defaults. */
export function explainSite(
  { site, sides }: MergedSite,
  said: Json | undefined,
): readonly ExplainedLine[] {
  const sideOf = (path: string) => sideAt(path, sides, said)
  return linesOf(site, '', 0, sideOf)
}

type SideOf = (path: string) => ExplainedLine['from']

function linesOf(value: Json, path: string, depth: number, sideOf: SideOf): ExplainedLine[] {
  const indent = '  '.repeat(depth)
  if (isJsonList(value)) {
    return value.flatMap((item, index) => {
      const below = `${path}[${index}]`
      if (isScalar(item)) {
        return [{ text: `${indent}- ${scalarText(item)}`, path: below, from: sideOf(below) }]
      }
      const [first, ...rest] = linesOf(item, below, depth + 1, sideOf)
      if (first === undefined) return []
      return [{ ...first, text: `${indent}- ${first.text.trimStart()}` }, ...rest]
    })
  }
  if (!isJsonObject(value)) return [{ text: indent + scalarText(value), path, from: sideOf(path) }]
  return Object.entries(value).flatMap(([key, item]): ExplainedLine[] => {
    if (item === undefined) return []
    const below = path === '' ? key : `${path}.${key}`
    const head = `${indent}${scalarText(key)}:`
    if (isScalar(item)) {
      return [{ text: `${head} ${scalarText(item)}`, path: below, from: sideOf(below) }]
    }
    return [{ text: head, path: below, from: '' }, ...linesOf(item, below, depth + 1, sideOf)]
  })
}

function isScalar(value: Json): boolean {
  if (isJsonList(value)) return value.length === 0
  return !isJsonObject(value) || Object.keys(value).length === 0
}

function scalarText(value: Json): string {
  const text = writeYaml(decodeJson(printJson(value), 'any'))
  // A text of several lines stays on one here.
  return text.includes('\n') ? printJson(value) : text
}

function sideAt(
  path: string,
  sides: ReadonlyMap<string, Side>,
  said: Json | undefined,
): Side | 'default' {
  for (let at = path; at !== ''; at = parentOf(at)) {
    const side = sides.get(at)
    if (side !== undefined) return side
  }
  return isSaid(path, said) ? 'site' : 'default'
}

function parentOf(path: string): string {
  const end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))
  return end < 0 ? '' : path.slice(0, end)
}

function isSaid(path: string, said: Json | undefined): boolean {
  let value = said
  for (const step of path.split(/[.[]/)) {
    const index = step.endsWith(']') ? Number(step.slice(0, -1)) : undefined
    if (index === undefined) value = fieldOf(value, step)
    else value = isJsonList(value) ? value[index] : undefined
    if (value === undefined) return false
  }
  return true
}
