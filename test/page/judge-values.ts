// npm run values:judge -- FOLDER [--edits N] [--seed N]
//
// Changes random values in the values.yaml of every chart of a corpus by the way that the page's form takes. All but the value, or the lines of a new
// key, must stay byte for byte. Six large charts are changed fifty times in a row. An edit that the form refuses is told apart, with its reason.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadChart } from '../../src/chart/node/load-chart.ts'
import { fromBytes } from '../../src/formats/go-string.ts'
import {
  type TextEdit,
  type ValuePath,
  editValuesText,
  readValuesText,
} from '../../ui/components/values-text/edit-values-text.ts'
import { type PlainValue, isPlainMap } from '../../ui/components/values-text/plain-value.ts'
import { untouchedTexts } from './untouched-text.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    edits: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run values:judge -- FOLDER [--edits N] [--seed N]')
  process.exit(2)
}

const large = /__(?:kube-prometheus-stack|cert-manager|harbor|loki|airflow|ingress-nginx)\.tgz$/

const literals: readonly PlainValue[] = [
  7,
  true,
  false,
  'text',
  'a: b # c',
  '1.5',
  'yes',
  "it's",
  '',
]

interface Tally {
  right: number
  /** The edits that the form leaves to a person, by the reason that it gives. */
  readonly refused: Map<string, string[]>
  readonly wrong: string[]
}

let state = Number(values.seed)
const once: Tally = { right: 0, refused: new Map(), wrong: [] }
const often: Tally = { right: 0, refused: new Map(), wrong: [] }
const names = readdirSync(join(folder, 'charts')).toSorted()
for (const name of names) {
  const text = valuesTextOf(join(folder, 'charts', name))
  if (text === undefined) continue
  for (const kind of ['scalar', 'item', 'key'] as const) editOnce(name, text, kind, once)
  if (large.test(name)) editOften(name, text, Number(values.edits))
}
report('one edit of a fresh text', once)
report(`${values.edits} edits in a row`, often)
process.exitCode = once.wrong.length + often.wrong.length === 0 ? 0 : 1

function valuesTextOf(path: string): string | undefined {
  try {
    const file = loadChart(path).raw.find((one) => one.name === 'values.yaml')
    return file === undefined ? undefined : fromBytes(file.data)
  } catch {
    // Some charts of a corpus are broken on purpose.
    return undefined
  }
}

type EditKind = 'scalar' | 'item' | 'key'

function editOnce(name: string, text: string, kind: EditKind, tally: Tally): string {
  const before = readValuesText(text)
  const chosen = before === undefined ? undefined : choose(before, kind)
  if (chosen === undefined) return text
  const { path, edit } = chosen
  const edited = editValuesText(text, path, edit)
  const place = `${name} ${path.join('.')}`
  if (!edited.ok) {
    const places = tally.refused.get(edited.problem) ?? []
    tally.refused.set(edited.problem, [...places, place])
    return text
  }
  const untouched = untouchedTexts(text, edited.text, [path])
  const isWritten = isSame(readAt(readValuesText(edited.text), path), edit)
  if (!isWritten) tally.wrong.push(`${place}: the value is not what was written`)
  else if (untouched.before === untouched.after) tally.right++
  else tally.wrong.push(`${place}: a line changed that is not its own`)
  return edited.text
}

function isSame(found: PlainValue | undefined, edit: TextEdit): boolean {
  return edit !== 'delete' && JSON.stringify(found) === JSON.stringify(edit.set)
}

function editOften(name: string, first: string, edits: number): void {
  let text = first
  for (let at = 0; at < edits; at++) {
    text = editOnce(name, text, (['scalar', 'item', 'key'] as const)[at % 3] ?? 'scalar', often)
  }
  if (comments(first).join('\n') !== comments(text).join('\n')) {
    often.wrong.push(`${name}: a comment changed`)
  }
}

function choose(
  value: PlainValue,
  kind: EditKind,
): { readonly path: ValuePath; readonly edit: TextEdit } | undefined {
  const places = [...walk(value, [])]
  if (kind === 'key') {
    const maps = places.filter(({ value: one }) => isPlainMap(one))
    const path = pick(maps)?.path ?? []
    return { path: [...path, `added${draw(1000)}`], edit: { set: pick(literals) ?? 1 } }
  }
  const scalars = places.filter(
    (place) =>
      (typeof place.value !== 'object' || place.value === null) &&
      isItem(place) === (kind === 'item'),
  )
  const place = pick(scalars.filter(({ path }) => path.length > 0))
  if (place === undefined) return undefined
  return { path: place.path, edit: { set: pick(literals) ?? 1 } }
}

interface FoundValue {
  readonly path: ValuePath
  readonly value: PlainValue
}

function* walk(value: PlainValue, path: ValuePath): Generator<FoundValue> {
  yield { path, value }
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) yield* walk(one as PlainValue, [...path, at])
  } else if (isPlainMap(value)) {
    for (const [key, one] of Object.entries(value)) yield* walk(one, [...path, key])
  }
}

function readAt(value: PlainValue | undefined, path: ValuePath): PlainValue | undefined {
  return path.reduce<PlainValue | undefined>((found, key) => {
    if (Array.isArray(found)) return found[Number(key)] as PlainValue | undefined
    return isPlainMap(found) ? found[key] : undefined
  }, value)
}

function comments(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*#/.test(line))
}

function isItem({ path }: FoundValue): boolean {
  return typeof path.at(-1) === 'number'
}

function pick<T>(from: readonly T[]): T | undefined {
  return from[draw(from.length)]
}

/** A number below a limit, the same for the same seed. */
function draw(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return limit === 0 ? 0 : state % limit
}

function report(what: string, { right, refused, wrong }: Tally): void {
  const left = [...refused.values()].flat().length
  console.log(`${what}: ${right} right, ${wrong.length} wrong, ${left} refused`)
  for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
  for (const [why, places] of refused)
    console.log(`  refused ${places.length} times: ${why}, as ${places.slice(0, 3).join(', ')}`)
}
