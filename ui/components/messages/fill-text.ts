export type TextValues = Readonly<Record<string, string | number>>

const hole = /\{(\w+)(?:\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*))?\}/g

/** Fills the holes of a text: `{name}`, and `{n|one|many}`, which chooses by the number n. */
export function fillText(text: string, values: TextValues = {}): string {
  return text.replaceAll(hole, (whole, name: string, one?: string, many?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (one === undefined || many === undefined) return String(value)
    return fillText(value === 1 ? one : many, values)
  })
}
