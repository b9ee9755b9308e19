import { SourceError } from '../errors.ts'

/** A branch or tag of a server. */
export interface ServerRef {
  /** In full, such as refs/tags/v1. */
  readonly name: string
  readonly oid: string
  /** Of HEAD: the branch it stands for. */
  readonly target?: string | undefined
}

/** The commit to fetch: a name of the server, or a commit that it may know. */
export type WantedCommit =
  | { readonly kind: 'ref'; readonly name: string; readonly oid: string }
  | { readonly kind: 'commit'; readonly oid: string }

const wholeCommit = /^[0-9a-f]{40}$/
const shown = 5

/** Which ref somebody means, as git reads names: in full, then tags, then branches. */
export function resolveRef(refs: readonly ServerRef[], wanted: string | undefined): WantedCommit {
  const known = new Map(refs.map((ref) => [ref.name, ref]))
  const names =
    wanted === undefined || wanted === 'HEAD'
      ? ['HEAD']
      : [wanted, `refs/${wanted}`, `refs/tags/${wanted}`, `refs/heads/${wanted}`]
  const found = names.map((name) => known.get(name)).find((ref) => ref !== undefined)
  if (found !== undefined) return { kind: 'ref', name: found.name, oid: found.oid }
  if (wanted !== undefined && wholeCommit.test(wanted)) return { kind: 'commit', oid: wanted }
  throw new SourceError('not-found', refusal(refs, wanted ?? 'HEAD'))
}

function refusal(refs: readonly ServerRef[], wanted: string): string {
  const names = refs.flatMap(({ name }) => /^refs\/(?:tags|heads)\/(.+)$/.exec(name)?.[1] ?? [])
  const what = `${JSON.stringify(wanted.slice(0, 200))} is no branch and no tag`
  if (names.length === 0) return `${what}: the repository has none`
  if (/^[0-9a-f]{7,39}$/.test(wanted)) return `${what}; a commit is named by its 40 digits`
  const near = names.toSorted((one, other) => distance(wanted, one) - distance(wanted, other))
  const list = near.slice(0, shown).join(', ')
  return `${what}; ${names.length > shown ? 'there are for example' : 'there are'} ${list}`
}

const longestCompared = 60

/** How many letters have to change; whoever adds to the end is nearer than whoever changes. */
function distance(wanted: string, name: string): number {
  if (name.startsWith(wanted) || name.endsWith(wanted)) return 0.5
  const [one, other] = [wanted.slice(0, longestCompared), name.slice(0, longestCompared)]
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
