/**
 * How many rules each section of the facts about Sprig's and Helm's functions has: bullets, and in
 * the last section the removed names and the two `fromJson`. Each of them needs a row.
 */
const rules: Readonly<Record<string, number>> = {
  '2.1': 11, // Helm's own functions
  '2.2': 4, // defaults and flow
  '2.3': 2, // reflection
  '2.4': 13, // strings
  '2.5': 5, // dicts
  '2.6': 4, // lists
  '2.7': 3, // numbers
  '2.8': 5, // dates
  '2.9': 5, // semver
  '2.10': 5, // regular expressions
  '2.11': 5, // crypto and ids
  '2.12': 2, // paths and URLs
  '2.13': 2, // the names
}

/** The traps that are about functions and what they return; the others are rows of the language. */
const functionTraps = [
  1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 29, 30, 31, 37, 38, 39,
] as const

/** The last paragraph about traps, which are not counted. */
export const smallTraps = '9.41'

/** The identifiers of all rules, such as `2.10.3`. */
export function functionRuleIds(): string[] {
  const ofSections = Object.entries(rules).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
  )
  return [...ofSections, ...functionTraps.map((trap) => `9.${trap}`), smallTraps]
}
