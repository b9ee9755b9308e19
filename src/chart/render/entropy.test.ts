import { expect, test } from 'vitest'
import { recordEntropy, replayEntropy, seededEntropy } from './entropy.ts'

function draw(seed: string): number[] {
  return [...seededEntropy(seed, 1n).randomBytes(70)]
}

test('the same seed gives the same, another seed something else', () => {
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
})

test('a seed goes on from where it was, whatever the pieces', () => {
  const whole = seededEntropy('a', 1n).randomBytes(50)
  const pieces = seededEntropy('a', 1n)
  expect([...pieces.randomBytes(13), ...pieces.randomBytes(37)]).toEqual([...whole])
})

test('what was drawn can be drawn again', () => {
  const { entropy, recorded } = recordEntropy(
    seededEntropy('a', 7n, (kind) => new TextEncoder().encode(kind)),
  )
  const first = [
    entropy.randomBytes(5),
    entropy.now(),
    entropy.generateKey?.('ed25519'),
    entropy.randomBytes(3),
  ]
  const replay = replayEntropy(recorded(), seededEntropy('b', 8n))
  const again = [
    replay.randomBytes(5),
    replay.now(),
    replay.generateKey?.('ed25519'),
    replay.randomBytes(3),
  ]
  expect(again).toEqual(first)
  expect(replay.randomBytes(4)).toEqual(seededEntropy('b', 8n).randomBytes(4))
})
