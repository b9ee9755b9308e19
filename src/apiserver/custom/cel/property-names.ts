// How the names of properties are written in rules: what no identifier can have is spelled out.

const keywords = new Set(
  `true false null in as break const continue else for function if import let loop package namespace
  return var void while`.split(/\s+/),
)
const spellings: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}

/** The name of a property in a rule; undefined when a rule cannot name it. */
export function nameInRules(property: string): string | undefined {
  if (keywords.has(property)) return `__${property}__`
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(property)) return undefined
  return property.replaceAll(/__|[./-]/g, (found) => spellings[found] ?? found)
}
