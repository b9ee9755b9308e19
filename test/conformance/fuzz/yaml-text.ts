import { isPrintable } from './yaml-characters.ts'
import type { Draw } from './draw.ts'

/** Values that a values file can hold. */
export type Data = null | boolean | number | string | readonly Data[] | ReadonlyMap<string, Data>

/** A map as YAML, each part written in a random one of the ways there are. */
export function yamlText(draw: Draw, data: ReadonlyMap<string, Data>): string {
  const head = draw.pick(['', '', '---\n', '# comment\n'])
  return head + block(draw, data, 0).replace(/^\n/, '') + draw.pick(['', '\n', '# end\n', '...\n'])
}

/** After `key:` or `-`, with the line break or space that comes before it. */
function block(draw: Draw, data: Data, indent: number): string {
  if (data instanceof Map && data.size > 0 && !draw.chance(indent === 0 ? 0 : 20)) {
    const entries = [...data].map(([key, value]) => entry(draw, key, value, indent))
    return `\n${entries.join('')}`
  }
  if (Array.isArray(data) && data.length > 0 && !draw.chance(25)) {
    const items = data.map((item) => `${' '.repeat(indent)}-${block(draw, item, indent + 2)}`)
    return `\n${items.join('')}`
  }
  if (typeof data === 'string' && canBeLiteral(data) && draw.chance(60))
    return literalBlock(data, indent)
  return ` ${flow(draw, data)}${draw.chance(5) ? ' # note' : ''}\n`
}

function entry(draw: Draw, key: string, value: Data, indent: number): string {
  const pad = ' '.repeat(indent)
  const name = scalar(draw, key)
  const isComplex = draw.chance(3)
  const rest = block(draw, value, indent + 2)
  return isComplex ? `${pad}? ${name}\n${pad}:${rest}` : `${pad}${name}:${rest}`
}

function flow(draw: Draw, data: Data): string {
  if (data instanceof Map) {
    const entries = [...data].map(([key, value]) => `${scalar(draw, key)}: ${flow(draw, value)}`)
    return `{${entries.join(', ')}}`
  }
  if (Array.isArray(data)) return `[${data.map((item) => flow(draw, item)).join(', ')}]`
  if (data === null) return draw.pick(['null', '~', 'Null', 'NULL', '!!null ""'])
  if (data === true)
    return draw.pick(['true', 'yes', 'on', 'True', 'ON', 'y', 'Yes', '!!bool "true"'])
  if (data === false) return draw.pick(['false', 'no', 'off', 'n', 'OFF', 'No'])
  if (typeof data === 'number') return number(draw, data)
  return scalar(draw, data as string)
}

function number(draw: Draw, value: number): string {
  const plain = String(value)
  if (!Number.isSafeInteger(value) || value < 0)
    return plain.replace('e+', draw.pick(['e+', 'e', 'E+']))
  const digits = value.toString()
  return draw.pick([
    plain,
    plain,
    plain,
    `+${digits}`,
    `0x${value.toString(16)}`,
    `0o${value.toString(8)}`,
    `0b${value.toString(2)}`,
    `0${value.toString(8)}`,
    digits.replace(/(\d)$/, '_$1').replace(/^_/, ''),
    `${digits}.0`,
    `${digits}.`,
    `!!float ${digits}`,
    `!!int "${digits}"`,
  ])
}

function scalar(draw: Draw, text: string): string {
  const isPlain =
    /^[A-Za-z][A-Za-z0-9_.-]*( [A-Za-z0-9_.-]+)*$/.test(text) &&
    !/^(y|n|yes|no|on|off|true|false|null)$/i.test(text)
  if (isPlain && draw.chance(70)) return text
  const isSimple = [...text].every((char) => isPrintable(char))
  if (isSimple && draw.chance(50)) return `'${text.replaceAll("'", "''")}'`
  return `${draw.chance(3) ? '!!str ' : ''}"${[...text].map((char) => doubleQuoted(draw, char)).join('')}"`
}

const shortEscapes = new Map([
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
  ['\0', '\\0'],
  ['\u0085', '\\N'],
  ['\u00a0', '\\_'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x1b', '\\e'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\x07', '\\a'],
])

function doubleQuoted(draw: Draw, char: string): string {
  const short = shortEscapes.get(char)
  if (short !== undefined && (char === '"' || char === '\\' || draw.chance(70))) return short
  if (isPrintable(char) && char !== '"' && char !== '\\' && !draw.chance(4)) return char
  const code = char.codePointAt(0) ?? 0
  // A byte that is not UTF-8 cannot stand in YAML.
  if (code >= 0xd800 && code <= 0xdfff) return '?'
  if (code < 0x100 && draw.chance(50)) return `\\x${code.toString(16).padStart(2, '0')}`
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`
}

function canBeLiteral(text: string): boolean {
  return /^[^\s].*\n/s.test(text) && [...text].every((char) => char === '\n' || isPrintable(char))
}

function literalBlock(text: string, indent: number): string {
  const keep = text.endsWith('\n') ? (text.endsWith('\n\n') ? '+' : '') : '-'
  const lines = text.replace(/\n$/, '').split('\n')
  const pad = ' '.repeat(Math.max(indent, 1))
  return ` |${keep}\n${lines.map((line) => (line === '' ? '' : pad + line)).join('\n')}\n`
}
