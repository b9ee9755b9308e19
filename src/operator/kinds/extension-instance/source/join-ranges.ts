/** The intersection of ranges, as one range; undefined when there are no ranges. */
export function joinRanges(ranges: readonly string[]): string | undefined {
  const [first, ...others] = [...new Set(ranges)].map((range) =>
    range.split('||').map((one) => one.trim()),
  )
  if (first === undefined) return undefined
  let joined: readonly string[] = first
  for (const more of others)
    joined = joined
      .flatMap((one) => more.map((other) => (one === other ? one : `${one},${other}`)))
      .slice(0, mostAlternatives)
  return joined.join(' || ')
}

const mostAlternatives = 64
