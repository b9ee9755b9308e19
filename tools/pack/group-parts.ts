import type { Part, Parts } from './part.ts'

/** Larger ones are files of their own, so that only the parts that need them load them. */
const largestGrouped = 30_000

/**
 * Which file a part goes to: Node finds, reads and checks every file on its own, which for a short command
 * takes longer than running it. One file holds what every command needs, one each what only one verb
 * needs, and one what several do. Parts still run one by one, when they are asked for.
 */
export function groupParts(parts: Parts, entry: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const put = (name: string, file: string) => files.has(name) || files.set(name, file)
  const frame = reach([entry], parts, staticsOf)
  for (const name of frame) put(name, 'frame')
  const users = countUsers(follow(frame, parts), parts)
  for (const [name, verbs] of users) {
    const [verb] = verbs
    const isLarge = (parts.get(name)?.code.length ?? 0) > largestGrouped
    put(name, isLarge ? name : verbs.size === 1 && verb !== undefined ? verb : 'shared')
  }
  return files
}

type Step = (part: Part) => readonly string[]

const staticsOf: Step = ({ statics }) => statics
const allOf: Step = ({ statics, dynamics }) => [...statics, ...dynamics]

/** The modules that these parts may import while they run. */
function follow(names: Iterable<string>, parts: Parts): readonly string[] {
  return [...names].flatMap((name) => parts.get(name)?.dynamics ?? [])
}

function countUsers(
  verbs: readonly string[],
  parts: Parts,
): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>()
  for (const verb of verbs) {
    for (const name of reach([verb], parts, allOf)) {
      users.set(name, (users.get(name) ?? new Set()).add(verb))
    }
  }
  return users
}

/** The names and everything that leads on from them. */
function reach(names: readonly string[], parts: Parts, step: Step): ReadonlySet<string> {
  const reached = new Set(names)
  // A set hands out what is added while it is walked.
  for (const name of reached) {
    const part = parts.get(name)
    for (const next of part === undefined ? [] : step(part)) reached.add(next)
  }
  return reached
}
