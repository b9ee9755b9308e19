import { builtInSchemas } from '../../../src/objects/api/built-in-schemas.ts'
import { ObjectsError } from '../../../src/objects/errors.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../src/objects/json.ts'
import {
  createStrategicMergePatch,
  threeWayStrategicMergePatch,
} from '../../../src/objects/patch/create-strategic.ts'
import { threeWayMergePatch } from '../../../src/objects/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../../src/objects/patch/strategic-merge.ts'
import { parseQuantity } from '../../../src/objects/quantity/parse-quantity.ts'
import { printQuantity } from '../../../src/objects/quantity/print-quantity.ts'
import {
  addQuantities,
  compareQuantities,
  milliValue,
  subtractQuantities,
  wholeValue,
} from '../../../src/objects/quantity/quantity.ts'
import type { SchemaType } from '../../../src/objects/schema/schema-type.ts'
import {
  matchesFields,
  parseFieldSelector,
  printFieldSelector,
} from '../../../src/objects/selector/field-selector.ts'
import { matchesLabels, printLabelSelector } from '../../../src/objects/selector/label-selector.ts'
import { parseLabelSelector } from '../../../src/objects/selector/parse-label-selector.ts'
import { readLabelSelector } from '../../../src/objects/selector/read-label-selector.ts'
import { computeStatus } from '../../../src/objects/status/compute-status.ts'
import type { ObjectsRow } from './row.ts'

/** The answer of src/objects to a row, in the form of the oracle. */
export function answerRow({ ask, args }: ObjectsRow): Json {
  const answer = answers[ask]
  if (answer === undefined) throw new Error(`nobody can answer ${ask}`)
  try {
    return answer(args)
  } catch (error) {
    if (error instanceof ObjectsError) return { error: error.message }
    throw error
  }
}

const answers: Readonly<Record<string, (args: readonly Json[]) => Json>> = {
  quantity: ([written]) => {
    const quantity = parseQuantity(textOf(written))
    const answer = { text: printQuantity(quantity), format: quantity.format }
    const value = wholeValue(quantity)
    if (quantity.nanos < 0n || value >= 10n ** 15n) return answer
    return { ...answer, value: String(value), milli: String(milliValue(quantity)) }
  },
  add: ([a, b]) => printQuantity(addQuantities(parseQuantity(textOf(a)), parseQuantity(textOf(b)))),
  subtract: ([a, b]) =>
    printQuantity(subtractQuantities(parseQuantity(textOf(a)), parseQuantity(textOf(b)))),
  compare: ([a, b]) => compareQuantities(parseQuantity(textOf(a)), parseQuantity(textOf(b))),
  labels: ([written, sets]) => {
    const selector = parseLabelSelector(textOf(written))
    const matches = textSets(sets).map((set) => matchesLabels(selector, set))
    return { text: printLabelSelector(selector), matches }
  },
  labelSelector: ([written]) => ({ text: printLabelSelector(readLabelSelector(written)) }),
  fields: ([written, sets]) => {
    const selector = parseFieldSelector(textOf(written))
    const matches = textSets(sets).map((set) => matchesFields(selector, set))
    return { text: printFieldSelector(selector), matches }
  },
  status: ([object]) => {
    const { status, message } = computeStatus(objectOf(object), new Date('2026-01-01T00:00:00Z'))
    return status === 'Unknown' ? { error: message } : { status, message }
  },
  strategic: ([kind, object, patch]) =>
    applyStrategicMergePatch(objectOf(object), objectOf(patch), typeOf(kind)),
  twoWay: ([kind, from, to]) =>
    createStrategicMergePatch(objectOf(from), objectOf(to), typeOf(kind)),
  threeWay: ([kind, original, modified, current]) =>
    threeWayStrategicMergePatch(
      { original: objectOf(original), modified: objectOf(modified), current: objectOf(current) },
      typeOf(kind),
    ),
  threeWayMerge: ([original, modified, current]) =>
    threeWayMergePatch({
      original: objectOf(original),
      modified: objectOf(modified),
      current: objectOf(current),
    }),
}

function typeOf(kind: Json | undefined): SchemaType {
  const group = kind === 'Deployment' ? 'apps' : ''
  const type = builtInSchemas().typeOf({ group, version: 'v1', kind: textOf(kind) })
  if (type === undefined) throw new Error(`there is no kind ${textOf(kind)}`)
  return type
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function textSets(value: Json | undefined): readonly Readonly<Record<string, string>>[] {
  return isJsonList(value) ? (value as readonly Readonly<Record<string, string>>[]) : []
}

function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  throw new Error(`a text was expected, found ${JSON.stringify(value)}`)
}
