import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runApplyCampaign } from '../../embedded/apply-fuzz/campaign.ts'
import { loadKubeChapters } from './chapters.ts'
import { startEmbeddedPlayer } from './embedded-player.ts'
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

// A sample; `npm run fuzz:apply -- --sequences 2000` plays the whole.
test('random writes by three managers end in the same objects on the embedded server', async () => {
  const ours = await startEmbeddedPlayer()
  const found = await runApplyCampaign({ real: player, ours, seed: 1, sequences: 60 })
  await ours.end()
  const ends = found.filter(({ isEndDifferent }) => isEndDifferent)
  expect(ends.map(({ sequence }) => `seed ${sequence.seed}: ${sequence.kind.kind}`)).toEqual([])
})
