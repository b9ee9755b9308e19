const longestFraction = 100

/** `format` of texts: `%s %d %f %e %b %o %x %X %%`. */
export function formatText(template: string, values: readonly unknown[]): string {
  let next = 0
  return template.replaceAll(
    /%(?:\.(\d+))?([^]?)/g,
    (_, digits: string | undefined, verb: string) => {
      if (verb === '%') return '%'
      if (next >= values.length) throw new Error(`index ${next} out of range`)
      return formatOne(verb, values[next++], Math.min(Number(digits ?? 6), longestFraction))
    },
  )
}

function formatOne(verb: string, value: unknown, digits: number): string {
  switch (verb) {
    case 's':
      return shown(value)
    case 'f':
      return Number(value).toFixed(digits)
    case 'e':
      return Number(value)
        .toExponential(digits)
        .replace(/e([+-])(\d)$/, 'e$10$2')
    case 'd':
      return shown(value)
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : whole(value).toString(2)
    case 'o':
      return whole(value).toString(8)
    case 'x':
      return hex(value)
    case 'X':
      return hex(value).toUpperCase()
    default:
      throw new Error(`could not parse formatting clause: unrecognized formatting clause "${verb}"`)
  }
}

function hex(value: unknown): string {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    return Buffer.from(value).toString('hex')
  }
  return whole(value).toString(16)
}

function whole(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  throw new Error('no such overload: only integers can be formatted so')
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`
  if (value instanceof Map) {
    const entries = [...value].map(([key, one]) => `${shown(key)}: ${shown(one)}`)
    return `{${entries.toSorted().join(', ')}}`
  }
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z')
  return String(value)
}
