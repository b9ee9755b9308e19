import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadKubeChapters } from './chapters.ts'
import { playRow } from './play.ts'
import { type RealPlayer, startRealPlayer } from './real-player.ts'

let player: RealPlayer

beforeAll(async () => {
  player = await startRealPlayer()
})
afterAll(() => player.end())

describe.each(await loadKubeChapters())('the rows of $name', ({ rows, recorded }) => {
  test.concurrent.each(rows)('$name', async (row) => {
    expect(await playRow(row, player)).toEqual(recorded[row.name])
  })
})
