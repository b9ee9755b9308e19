import { writeYaml } from '../../../formats/yaml/write/write.ts'
import { decodeJson } from '../../../formats/json/decode.ts'
import type { FieldChange } from '../../../objects/diff/diff-objects.ts'
import { readablePath } from '../../../objects/diff/readable-path.ts'
import { type Json, isJsonList, isJsonObject } from '../../../objects/json.ts'
import { printJson } from '../../../objects/json-text.ts'
import { printId } from '../../desired/object-id.ts'
import { diffLines } from './diff-lines.ts'
import {
  type Plan,
  type PlannedAction,
  type PlannedObject,
  type Problem,
  planSummary,
} from '../plan.ts'

export type PlanStyle = 'red' | 'green' | 'yellow' | 'bold' | 'dim'

export interface PrintPlanOptions {
  readonly paint: (text: string, style: PlanStyle) => string
  /** `changes` shows every field, `objects` only which objects change. */
  readonly show: 'changes' | 'objects'
}

/** A plan for people: what stands in the way first, then what changes, then how much. */
export function printPlan(plan: Plan, options: PrintPlanOptions): string {
  const lines = [
    ...warningLines(plan, options),
    ...plan.objects.flatMap((planned) => objectLines(planned, options)),
    ...hookLines(plan),
    ...imageLines(plan, options),
    ...documentLines(plan),
    options.paint(summaryLine(plan), 'bold'),
  ]
  return `${lines.join('\n')}\n`
}

const summaryWords: readonly (readonly [PlannedAction, string])[] = [
  ['create', 'to create'],
  ['adopt', 'to adopt'],
  ['change', 'to change'],
  ['prune', 'to delete'],
  ['keep', 'to keep'],
  ['unchanged', 'unchanged'],
]

/** How much a plan changes: `3 to create, 2 to change, 14 unchanged`. */
export function summaryLine(plan: Pick<Plan, 'objects'>): string {
  const counts = planSummary(plan)
  const parts = summaryWords.flatMap(([action, words]) =>
    counts[action] === 0 ? [] : [`${counts[action]} ${words}`],
  )
  return parts.length === 0 ? 'no objects' : parts.join(', ')
}

function warningLines(plan: Plan, { paint }: PrintPlanOptions): readonly string[] {
  const permissions = plan.missingPermissions.map(({ verb, group, resource, namespace }) => {
    const what = group === '' ? resource : `${resource}.${group}`
    const where = namespace === '' ? 'in the cluster' : `in namespace ${namespace}`
    return paint(`! not allowed to ${verb} ${what} ${where}`, 'red')
  })
  const problems = plan.objects.flatMap(({ id, problems: found }) =>
    found.map((problem) => ({ id, problem })),
  )
  const sorted = problems.toSorted((a, b) => rankOf(a.problem) - rankOf(b.problem))
  const lines = [
    ...permissions,
    ...plan.warnings.map((warning) => paint(`! ${warning}`, 'yellow')),
    ...sorted.map(({ id, problem }) => {
      const style = problem.blocking ? 'red' : 'yellow'
      return paint(`! ${printId(id)}: ${indent(problem.message)}`, style)
    }),
  ]
  return lines.length === 0 ? [] : [...lines, '']
}

function rankOf({ blocking, is }: Problem): number {
  if (blocking) return 0
  return is === 'unverifiable' ? 2 : 1
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n    ')
}

const signs: Readonly<Record<PlannedAction, readonly [sign: string, style: PlanStyle]>> = {
  create: ['+', 'green'],
  adopt: ['>', 'yellow'],
  change: ['~', 'yellow'],
  prune: ['-', 'red'],
  keep: ['=', 'dim'],
  unchanged: [' ', 'dim'],
  gone: [' ', 'dim'],
}

const actionNotes: Partial<Readonly<Record<PlannedAction, string>>> = {
  adopt: ' (adopted)',
  keep: ' (no longer part of the release, but kept)',
}

function objectLines(planned: PlannedObject, options: PrintPlanOptions): readonly string[] {
  const { id, action, changes, object } = planned
  if (action === 'unchanged' || action === 'gone') return []
  const [sign, style] = signs[action]
  const head = options.paint(`${sign} ${printId(id)}${actionNotes[action] ?? ''}`, style)
  if (options.show === 'objects') return [head]
  const created = action === 'create' && object !== undefined ? createLines(object, options) : []
  const body = [...created, ...changes.flatMap((change) => changeLines(change, options))]
  return [head, ...body, '']
}

function createLines(object: Json, { paint }: PrintPlanOptions): readonly string[] {
  return yamlLines(object).map((line) => paint(`    + ${line}`, 'green'))
}

function changeLines(change: FieldChange, { paint }: PrintPlanOptions): readonly string[] {
  const path = readablePath(change.path)
  const gone = (value: Json) => valueLines(path, '-', value).map((line) => paint(line, 'red'))
  const come = (value: Json) => valueLines(path, '+', value).map((line) => paint(line, 'green'))
  switch (change.is) {
    case 'reordered':
      return [paint(`    ~ ${path}: in another order`, 'yellow')]
    case 'added':
      return come(change.after)
    case 'removed':
      return gone(change.before)
    case 'changed':
      return isShort(change.before) && isShort(change.after)
        ? [
            paint(
              `    ~ ${path}: ${printJson(change.before)} → ${printJson(change.after)}`,
              'yellow',
            ),
          ]
        : textLines(path, change, { gone, come, paint })
  }
}

interface Painters extends Pick<PrintPlanOptions, 'paint'> {
  readonly gone: (value: Json) => readonly string[]
  readonly come: (value: Json) => readonly string[]
}

function textLines(
  path: string,
  { before, after }: Extract<FieldChange, { readonly is: 'changed' }>,
  { gone, come, paint }: Painters,
): readonly string[] {
  if (typeof before !== 'string' || typeof after !== 'string')
    return [...gone(before), ...come(after)]
  const lines = diffLines(before.split('\n'), after.split('\n')).map(({ sign, line }) =>
    sign === ' '
      ? paint(`        ${line}`, 'dim')
      : paint(`      ${sign} ${line}`, sign === '-' ? 'red' : 'green'),
  )
  return [paint(`    ~ ${path}:`, 'yellow'), ...lines]
}

const shortest = 80

function isShort(value: Json): boolean {
  if (typeof value === 'string') return !value.includes('\n') && value.length <= shortest
  return !isJsonObject(value) && !isJsonList(value)
}

function valueLines(path: string, sign: string, value: Json): readonly string[] {
  if (isShort(value)) return [`    ${sign} ${path}: ${printJson(value)}`]
  const isEmpty = Object.keys(value ?? {}).length === 0
  if (isEmpty) return [`    ${sign} ${path}: ${printJson(value)}`]
  return [`    ${sign} ${path}:`, ...yamlLines(value).map((line) => `    ${sign}   ${line}`)]
}

function yamlLines(value: Json): readonly string[] {
  if (typeof value === 'string') return value.split('\n')
  return writeYaml(decodeJson(printJson(value), 'any')).split('\n')
}

function hookLines({ hooks }: Plan): readonly string[] {
  if (hooks.length === 0) return []
  return ['hooks:', ...hooks.map(({ event, id }) => `  ${event}: ${printId(id)}`), '']
}

function imageLines({ images }: Plan, { paint }: PrintPlanOptions): readonly string[] {
  const { added, removed, moved } = images
  if (added.length + removed.length === 0) return []
  const origins = new Map(moved.map(({ from, to }) => [to, from]))
  const withOrigin = (image: string) => {
    const from = origins.get(image)
    return from === undefined ? image : `${image} (the chart names ${from})`
  }
  return [
    'images:',
    ...added.map((image) => paint(`  + ${withOrigin(image)}`, 'green')),
    ...removed.map((image) => paint(`  - ${image}`, 'red')),
    '',
  ]
}

function documentLines({ documents }: Plan): readonly string[] {
  if (documents.length === 0) return []
  return [
    'documents that values.schema.json refers to:',
    ...documents.map(({ url, digest }) => `  ${url} ${digest}`),
    '',
  ]
}
