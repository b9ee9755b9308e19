/** A value of JSON. */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue }

export function isPlainMap(
  value: PlainValue | undefined,
): value is { readonly [key: string]: PlainValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Texts that Helm's reader takes for something else when they are not quoted.
const otherTypes =
  /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d+)(?:e[-+]?\d+)?|0x[\da-f_]+|0o?[0-7_]+|0b[01_]+|[-+]?\.(?:inf|nan)|\d{4}-\d\d?-\d\d?.*|[-+]?\d+(?::\d+)+|<<|=)$/i
const plain = /^[A-Za-z0-9_./$()%^+-](?:[A-Za-z0-9_./$()%^+@=~;<>'"\s-]|:(?=\S))*$/

/** A value on one line, as it can stand in a block and in brackets. */
export function writeInline(value: PlainValue, style = 'PLAIN'): string {
  if (typeof value === 'string') return writeText(value, style)
  if (Array.isArray(value)) return `[${value.map((one) => writeInline(one)).join(', ')}]`
  if (isPlainMap(value)) {
    const parts = Object.entries(value).map(([key, one]) => `${writeKey(key)}: ${writeInline(one)}`)
    return `{${parts.join(', ')}}`
  }
  return JSON.stringify(value)
}

/** The lines of a value at an indentation. */
export function writeBlock(value: PlainValue, indent: number): readonly string[] {
  const space = ' '.repeat(indent)
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((one) => {
      const [first = '', ...rest] = writeBlock(one, indent + 2)
      return [`${space}- ${first.trimStart()}`, ...rest]
    })
  }
  if (isPlainMap(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, one]) => {
      const isSmall = typeof one !== 'object' || one === null || Object.keys(one).length === 0
      if (isSmall) return [`${space}${writeKey(key)}: ${writeInline(one)}`]
      return [`${space}${writeKey(key)}:`, ...writeBlock(one, indent + 2)]
    })
  }
  return [`${space}${writeInline(value)}`]
}

function writeKey(key: string): string {
  return writeText(key, 'PLAIN')
}

/** A text in the quotes that it had, if they can hold it; without quotes only where nothing else could be meant. */
function writeText(text: string, style: string): string {
  const isPlain = plain.test(text) && !otherTypes.test(text) && !/\s$|^\s|[\n\r\t]|\s#/.test(text)
  if (style === 'QUOTE_SINGLE' && !/[\n\r\t\u0000-\u001f\u007f]/.test(text)) {
    return `'${text.replaceAll("'", "''")}'`
  }
  if (style === 'QUOTE_DOUBLE' || !isPlain) return JSON.stringify(text)
  return text
}
