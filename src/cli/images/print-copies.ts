import type { CopiesPlan, ItemPlan } from '../../mirror/copy/plan-copies.ts'
import type { CopyOutcome } from '../../mirror/copy/run-copies.ts'
import type { Io } from '../io.ts'
import type { OutputFormat } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import { formatBytes } from '../output/progress-bar.ts'
import type { Column } from '../output/table.ts'

/** One image of a result. */
export interface CopyRow {
  readonly image: string
  readonly target: string
  readonly state: 'would-copy' | CopyOutcome['state']
  readonly digest?: string
  /** Bytes that travelled, or that the destination lacks. */
  readonly bytes: number
  readonly error?: string
}

export type CopyFormat = OutputFormat | 'lock'

export function rowOfOutcome({ item, state, digest, bytes, error }: CopyOutcome): CopyRow {
  const { image, target } = item
  const known = digest === undefined ? {} : { digest }
  return { image, target, state, bytes, ...known, ...errorOf(error) }
}

export function rowOfPlan(one: ItemPlan): CopyRow {
  const { image, target } = one.item
  if (one.state === 'failed')
    return { image, target, state: 'failed', bytes: 0, ...errorOf(one.error) }
  const bytes = one.plan.blobs.reduce((sum, { size }) => sum + size, 0)
  const state = one.state === 'planned' ? 'would-copy' : one.state
  const digest = one.plan.target.digest
  return { image, target, state, digest, bytes: state === 'would-copy' ? bytes : 0 }
}

function errorOf(error: unknown): { readonly error?: string } {
  if (error === undefined) return {}
  return { error: error instanceof Error ? error.message : 'unknown' }
}

/** Prints what became of images, or would; `lock` is what spec.images.lock takes. */
export async function printCopies(
  rows: readonly CopyRow[],
  format: CopyFormat,
  io: Io,
): Promise<void> {
  if (format === 'lock') {
    io.stdout.write(rows.map(lockLine).join(''))
    return
  }
  const value = { images: rows } as unknown as Plain
  await printResult(
    { noun: 'image', name: ({ target }) => target, columns, rows, value },
    format,
    io,
  )
}

function lockLine({ image, digest }: CopyRow): string {
  return digest === undefined ? '' : `${image.replace(/@.*/, '')}@${digest}\n`
}

/** The work in one line. */
export function summaryOf({ items, bytes, missing }: CopiesPlan): string {
  const count = (state: ItemPlan['state']) => items.filter((one) => one.state === state).length
  const parts = [
    `${count('planned')} to copy`,
    `${count('there')} there`,
    ...(count('kept') === 0 ? [] : [`${count('kept')} kept`]),
    ...(count('failed') === 0 ? [] : [`${count('failed')} failed`]),
  ]
  const shared = missing > bytes ? ` of ${formatBytes(missing)}` : ''
  return `${parts.join(', ')}; ${formatBytes(bytes)}${shared} really new`
}

const columns: readonly Column<CopyRow>[] = [
  { header: 'image', cell: ({ image }) => image },
  { header: 'to', cell: ({ target }) => target },
  {
    header: 'state',
    cell: ({ state, error }) => (error === undefined ? state : `failed: ${error}`),
  },
  { header: 'size', cell: ({ bytes }) => (bytes === 0 ? '' : formatBytes(bytes)) },
  { header: 'digest', cell: ({ digest }) => digest ?? '', wide: true },
]
