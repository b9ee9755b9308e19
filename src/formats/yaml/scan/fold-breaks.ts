/**
 * The line breaks between two lines of a plain or quoted scalar, folded: one line feed becomes a
 * space, of several the first goes. U+2028 and U+2029 are kept.
 */
export function foldBreaks(breaks: string): string {
  if (breaks === '\n') return ' '
  return breaks.charCodeAt(0) === 0x0a ? breaks.slice(1) : breaks
}
