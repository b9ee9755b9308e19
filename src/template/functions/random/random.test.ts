import { expect, test } from 'vitest'
import { callFunction, fails, testScope } from '../call-for-test.ts'
import { drawBelow, drawFalling } from './draw.ts'
import { randomFunctions } from './random.ts'

test.each([
  { name: 'randAlpha', shape: /^[A-Za-z]{40}$/ },
  { name: 'randNumeric', shape: /^[0-9]{40}$/ },
  { name: 'randAlphaNum', shape: /^[0-9A-Za-z]{40}$/ },
  { name: 'randAscii', shape: /^[ -~]{40}$/ },
  { name: 'randBytes', shape: /^[0-9A-Za-z+/]{54}==$/ },
])('$name takes from its alphabet', ({ name, shape }) => {
  expect(callFunction(randomFunctions, name, [40n])).toMatch(shape)
})

test.each(['randAlpha', 'randNumeric', 'randAlphaNum', 'randAscii'])(
  '%s of a negative count is empty',
  (name) => expect(callFunction(randomFunctions, name, [-1n])).toBe(''),
)

test.each([
  { name: 'randBytes', args: [-1n], error: 'runtime error: makeslice: len out of range' },
  { name: 'randInt', args: [5n, 5n], error: 'invalid argument to Intn' },
  { name: 'randInt', args: [5n, 1n], error: 'invalid argument to Intn' },
])('$name $args fails as in Go', ({ name, args, error }) => {
  expect(callFunction(randomFunctions, name, args)).toEqual(fails(error))
})

test('every symbol is as likely as the others', () => {
  const bytes = [0, 61, 62, 247, 248, 255]
  const entropy = { ...testScope().entropy, randomBytes: () => Uint8Array.of(bytes.shift() ?? 1) }
  const scope = { ...testScope(), entropy }
  // 248 and 255 are of the incomplete round of 62 and are drawn again.
  const drawn = Array.from('12345', () => randomFunctions['randAlphaNum']?.call([1n], scope))
  expect(drawn).toEqual(['0', 'z', '0', 'z', '1'])
})

test('randInt stays in its range', () => {
  const scope = testScope()
  const drawn = Array.from({ length: 300 }, () =>
    randomFunctions['randInt']?.call([-2n, 3n], scope),
  )
  expect(new Set(drawn)).toEqual(new Set([-2n, -1n, 0n, 1n, 2n]))
})

test('numbers beyond one byte are drawn from as many bytes as they need', () => {
  const entropy = {
    ...testScope().entropy,
    randomBytes: (count: number) => new Uint8Array(count).fill(1),
  }
  expect(drawBelow(entropy, 1000n)).toBe(0x0101n)
})

test('shuffle keeps the characters', () => {
  const text = 'héllo wörld'
  const shuffled = callFunction(randomFunctions, 'shuffle', [text]) as string
  expect(Array.from(shuffled).toSorted()).toEqual(Array.from(text).toSorted())
  expect(shuffled).not.toBe(text)
})

test('numbers below falling limits are drawn from the same bytes as one by one', () => {
  const limits = Array.from({ length: 66_000 }, (_, at) => 66_001 - at)
  const [one, all] = [countedBytes(), countedBytes()]
  const draw = drawFalling(all)
  expect(limits.map(draw)).toEqual(limits.map((limit) => Number(drawBelow(one, BigInt(limit)))))
  expect(all.randomBytes(8)).toEqual(one.randomBytes(8))
})

/** Bytes that differ from place to place. */
function countedBytes() {
  let at = 0
  const next = () => (Math.imul(at++, 0x9e3779b1) >>> 13) & 0xff
  return {
    ...testScope().entropy,
    randomBytes: (count: number) => Uint8Array.from({ length: count }, next),
  }
}
