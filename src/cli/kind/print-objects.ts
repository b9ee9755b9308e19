import {
  conditionsOf,
  type KubeObject,
  listAt,
  nameOf,
  namespaceOf,
  numberAt,
  textAt,
} from '../../objects/kube-object.ts'
import type { Io } from '../io.ts'
import type { OutputFormat } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import type { Column } from '../output/table.ts'
import { ageOf } from './age.ts'
import type { KindView } from './kind-view.ts'

export interface Printing {
  readonly output: OutputFormat
  readonly everywhere: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The columns of a table of objects. */
export function columnsOf(
  view: KindView,
  { everywhere, now }: Printing,
): readonly Column<KubeObject>[] {
  return [
    ...(everywhere ? [{ header: 'namespace', cell: namespaceOf }] : []),
    { header: 'name', cell: nameOf },
    ...view.columns,
    { header: 'ready', cell: (object) => readyOf(object).status },
    { header: 'reason', cell: (object) => readyOf(object).reason },
    {
      header: 'age',
      cell: (object) => ageOf(textAt(object, ['metadata', 'creationTimestamp']), now),
    },
    { header: 'message', cell: (object) => readyOf(object).message, wide: true },
  ]
}

/** Prints objects in the form that was asked for. */
export async function printObjects(
  view: KindView,
  objects: readonly KubeObject[],
  printing: Printing,
  io: Io,
): Promise<void> {
  const { output } = printing
  if (objects.length === 0 && (output === 'table' || output === 'wide')) {
    io.stderr.write(`there are no ${view.definition.plural}\n`)
    return
  }
  const plain = objects.map(withoutManagers)
  const [only] = plain
  await printResult(
    {
      noun: view.noun,
      name: nameOf,
      columns: columnsOf(view, printing),
      rows: objects,
      value: (plain.length === 1 && only !== undefined ? only : plain) as unknown as Plain,
    },
    output,
    io,
  )
}

/** The condition that says how an object stands. */
export function readyOf(object: KubeObject): { status: string; reason: string; message: string } {
  const found = conditionsOf(object).find(({ type }) => type === 'Ready')
  return found ?? { status: 'Unknown', reason: '', message: 'the operator has not seen it yet' }
}

/** The words for an object whose Ready was given before its last change; undefined when it is about that change. */
export function unseenChange(object: KubeObject): { reason: ''; message: string } | undefined {
  const ready = listAt(object, ['status', 'conditions']).find(
    (condition) => textAt(condition, ['type']) === 'Ready',
  )
  const judged = numberAt(ready, ['observedGeneration'])
  const asked = numberAt(object, ['metadata', 'generation'])
  if (judged === undefined || asked === undefined || judged >= asked) return undefined
  return { reason: '', message: 'the operator has not seen the change yet' }
}

// As kubectl: who owns which field is for machines.
function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
