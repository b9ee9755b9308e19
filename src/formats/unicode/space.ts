/** Go's unicode.IsSpace: unlike JavaScript's it counts U+0085 and does not count U+FEFF. */
export function isSpace(point: number): boolean {
  if (point < 0x100) {
    return (point >= 0x09 && point <= 0x0d) || point === 0x20 || point === 0x85 || point === 0xa0
  }
  return (
    point === 0x1680 ||
    (point >= 0x2000 && point <= 0x200a) ||
    point === 0x2028 ||
    point === 0x2029 ||
    point === 0x202f ||
    point === 0x205f ||
    point === 0x3000
  )
}

/** Go's strings.TrimSpace. */
export function trimSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}
