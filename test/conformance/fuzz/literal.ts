import { quote } from '../../../src/formats/quote.ts'
import type { Draw } from './draw.ts'

/** A text as a Go string in one of its forms. */
export function literal(draw: Draw, text: string): string {
  if (!/[`\r\udc80-\udcff\0\ufeff]/.test(text) && draw.chance(20)) return `\`${text}\``
  const quoted = quote(text)
  if (quoted.includes('\\') || !draw.chance(15)) return quoted
  // The same text by escapes that nobody would choose.
  return quoted.replace(/[a-z](?=[a-z ]*"$)/, (char) => {
    const code = char.charCodeAt(0)
    return draw.pick([
      `\\x${code.toString(16).padStart(2, '0')}`,
      `\\${code.toString(8).padStart(3, '0')}`,
      `\\u${code.toString(16).padStart(4, '0')}`,
      `\\U${code.toString(16).padStart(8, '0')}`,
    ])
  })
}
