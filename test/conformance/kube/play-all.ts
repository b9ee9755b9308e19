import { runBounded } from '../../../src/std/run-bounded.ts'
import { playRow, type Player } from './play.ts'
import type { Answer, KubeRow } from './row.ts'

/** Rows do not see each other, so several are played at once. */
const rowsAtOnce = 6

/** The answers of a server to every row, by its name. */
export async function playAll(
  rows: readonly KubeRow[],
  player: Player,
): Promise<Readonly<Record<string, readonly Answer[]>>> {
  const answers: Record<string, readonly Answer[]> = {}
  for (const row of rows) answers[row.name] = []
  const play = async (row: KubeRow): Promise<void> => {
    answers[row.name] = await playRow(row, player)
  }
  await runBounded(rows, rowsAtOnce, play, new AbortController().signal)
  return answers
}
