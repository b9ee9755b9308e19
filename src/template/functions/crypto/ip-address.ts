/** The bytes of an address as net.ParseIP reads it, 4 where there is an IPv4 form; undefined otherwise. */
export function parseIp(text: string): Uint8Array | undefined {
  const bytes = text.includes(':') ? parseIpV6(text) : parseIpV4(text)
  return bytes === undefined ? undefined : Uint8Array.from(shortest(bytes))
}

const octet = /^(?:0|[1-9][0-9]{0,2})$/

function parseIpV4(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  const isFine =
    parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255)
  return isFine ? parts.map(Number) : undefined
}

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

function shortest(bytes: readonly number[]): readonly number[] {
  const isMapped = bytes.length === 16 && mappedPrefix.every((byte, i) => bytes[i] === byte)
  return isMapped ? bytes.slice(mappedPrefix.length) : bytes
}

function parseIpV6(text: string): readonly number[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map((half, index) => groupsOf(half, index === halves.length - 1))
  if (head === undefined) return undefined
  if (halves.length === 1) return head.length === 16 ? head : undefined
  // The gap stands for at least one group.
  if (tail === undefined || head.length + tail.length > 14) return undefined
  return [...head, ...Array<number>(16 - head.length - tail.length).fill(0), ...tail]
}

/** The bytes of groups between colons; the last one of all may be an IPv4 address. */
function groupsOf(text: string, isLast: boolean): readonly number[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const bytes: number[] = []
  for (const [index, group] of groups.entries()) {
    const v4 = isLast && index === groups.length - 1 ? parseIpV4(group) : undefined
    if (v4 !== undefined) bytes.push(...v4)
    else if (/^[0-9a-fA-F]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16)
      bytes.push(value >> 8, value & 0xff)
    } else return undefined
  }
  return bytes
}
