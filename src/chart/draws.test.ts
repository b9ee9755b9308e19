import { expect, test } from 'vitest'
import { recordDraws, replayDraws, seededDraws } from './draws.ts'

function draw(seed: string): number[] {
  return [...seededDraws(seed, 1n).randomBytes(70)]
}

test('the same seed draws the same, another seed something else', () => {
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
})

test('a seed draws on from where it was, whatever the pieces', () => {
  const whole = seededDraws('a', 1n).randomBytes(50)
  const pieces = seededDraws('a', 1n)
  expect([...pieces.randomBytes(13), ...pieces.randomBytes(37)]).toEqual([...whole])
})

test('what was drawn can be drawn again', () => {
  const { draws, recorded } = recordDraws(
    seededDraws('a', 7n, (kind) => new TextEncoder().encode(kind)),
  )
  const first = [
    draws.randomBytes(5),
    draws.now(),
    draws.generateKey?.('ed25519'),
    draws.randomBytes(3),
  ]
  const replay = replayDraws(recorded(), seededDraws('b', 8n))
  const again = [
    replay.randomBytes(5),
    replay.now(),
    replay.generateKey?.('ed25519'),
    replay.randomBytes(3),
  ]
  expect(again).toEqual(first)
  expect(replay.randomBytes(4)).toEqual(seededDraws('b', 8n).randomBytes(4))
})
