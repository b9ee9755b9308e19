import type { Sink } from './io.ts'

export type ColourEnvironment = Readonly<Record<string, string | undefined>>

/**
 * Decides whether a sink gets colours. Forcing wins over forbidding, as in Node itself; an empty
 * variable says nothing (https://no-color.org, https://bixense.com/clicolors).
 */
export function wantsColour(isTerminal: boolean, environment: ColourEnvironment): boolean {
  const { FORCE_COLOR: force, CLICOLOR_FORCE: clicolorForce } = environment
  if (force) return force !== '0' && force !== 'false'
  if (clicolorForce && clicolorForce !== '0') return true
  if (environment['NO_COLOR'] || environment['CLICOLOR'] === '0') return false
  return isTerminal && environment['TERM'] !== 'dumb'
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const

/** Paints a text for a sink that wants colours, and leaves it alone for one that does not. */
export function paint(text: string, style: keyof typeof codes, sink: Pick<Sink, 'colour'>): string {
  const [on, off] = codes[style]
  return sink.colour ? `\u001B[${on}m${text}\u001B[${off}m` : text
}
