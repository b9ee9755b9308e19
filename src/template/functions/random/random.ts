import { bytesToHex } from '@noble/hashes/utils.js'
import type { CallScope, FuncMap, TemplateFunc } from '../../func.ts'
import { encodeBase64 } from '../../../formats/base64.ts'
import { spendText } from '../cost.ts'
import { define } from '../define.ts'
import { drawBelow, drawFalling, drawText } from './draw.ts'
import { badLength, panic } from '../go-panic.ts'

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Space to tilde. */
const printableAscii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))

/** Functions with random results. */
export const randomFunctions: FuncMap = {
  randAlpha: randomText(letters),
  randNumeric: randomText(digits),
  randAlphaNum: randomText(digits + letters),
  randAscii: randomText(printableAscii),
  randBytes: define(['int'], ([count], scope) => {
    if (count < 0n) throw badLength()
    spendText(scope, Number(count))
    return encodeBase64(scope.entropy.randomBytes(Number(count)))
  }),
  randInt: define(['int', 'int'], ([min, max], scope) => {
    const width = BigInt.asIntN(64, max - min)
    if (width <= 0n) throw panic('invalid argument to Intn')
    return BigInt.asIntN(64, drawBelow(scope.entropy, width) + min)
  }),
  shuffle: define(['string'], ([text], scope) => shuffleRunes(text, scope)),
  uuidv4: define([], (_, { entropy }) => {
    const bytes = Uint8Array.from(entropy.randomBytes(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }),
}

function randomText(alphabet: string): TemplateFunc {
  return define(['int'], ([count], scope) => {
    spendText(scope, Math.max(0, Number(count)))
    return drawText(scope.entropy, alphabet, Number(count))
  })
}

function shuffleRunes(text: string, scope: CallScope): string {
  const runes = Array.from(text.toWellFormed())
  scope.spend(runes.length)
  const draw = drawFalling(scope.entropy)
  for (let last = runes.length - 1; last > 0; last--) {
    const chosen = draw(last + 1)
    const rune = runes[last] ?? ''
    runes[last] = runes[chosen] ?? ''
    runes[chosen] = rune
  }
  return runes.join('')
}
