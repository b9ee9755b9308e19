import { bestMatch } from '../../formats/semver/best-match.ts'
import { parseConstraint } from '../../formats/semver/constraint.ts'
import { type Version, parseStrictVersion } from '../../formats/semver/version.ts'
import { SourceError } from '../errors.ts'
import { versionOf } from './chart-reference.ts'

/** The highest version among tags that is in the range; an empty range means the latest release. */
export function chooseVersion(tags: readonly string[], range: string): string {
  const constraint = parseConstraint(range === '' ? '*' : range)
  if (!constraint.ok) {
    throw new SourceError('bad-version', `${JSON.stringify(range)}: ${constraint.error}`)
  }
  const versions = versionsOf(tags)
  const best = bestMatch(constraint.value, [...versions.keys()])
  const found = best === undefined ? undefined : versions.get(best)
  if (found !== undefined) return found
  const wanted = `could not locate a version matching provided version string ${range}`
  const more = `${offered([...versions.values()])}${tagsWithV(tags, 'a range')}`
  throw new SourceError('not-found', `${wanted}${more}`)
}

/** Says that a tag such as `v1.2.0` is no version, as in Helm, and how it is meant; empty where there is none. */
export function tagsWithV(tags: readonly string[], wanted: string): string {
  const found = tags.findLast((tag) => tag.startsWith('v') && parseStrictVersion(tag.slice(1)).ok)
  if (found === undefined) return ''
  return `; ${wanted} does not mean the tag ${found}, because a version has no v: give the version ${found}`
}

/** Tags that are versions, each with its text. */
function versionsOf(tags: readonly string[]): ReadonlyMap<Version, string> {
  const versions = new Map<Version, string>()
  for (const tag of tags) {
    const text = versionOf(tag)
    const parsed = parseStrictVersion(text)
    if (parsed.ok) versions.set(parsed.value, text)
  }
  return versions
}

const shown = 5

function offered(versions: readonly string[]): string {
  if (versions.length === 0) return ': no tag is a version'
  const last = versions.slice(-shown).join(', ')
  return `: there ${versions.length > shown ? 'are for example' : 'are'} ${last}`
}
