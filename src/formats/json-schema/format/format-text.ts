import { byteLength, runesOf } from '../../go-string.ts'
import { quoteRune } from '../../quote.ts'

/** A JSON pointer by RFC 6901. */
export function jsonPointerFault(text: string): string | undefined {
  if (text === '') return undefined
  if (!text.startsWith('/')) return 'not starting with /'
  return /~(?![01])/.test(text) ? '~ must be followed by 0 or 1' : undefined
}

export function relativeJsonPointerFault(text: string): string | undefined {
  const digits = /^[0-9]*/.exec(text)?.[0] ?? ''
  if (digits === '') return 'must start with non-negative integer'
  if (digits.length > 1 && digits.startsWith('0')) return 'starts with zero'
  const rest = text.slice(digits.length)
  return rest === '#' ? undefined : jsonPointerFault(rest)
}

const uuidLengths = [8, 4, 4, 4, 12]

export function uuidFault(text: string): string | undefined {
  const groups = text.split('-')
  if (groups.length !== uuidLengths.length) return `must have ${uuidLengths.length} elements`
  for (const [i, group] of groups.entries()) {
    const length = uuidLengths[i]
    if (byteLength(group) !== length) return `element ${i + 1} must be ${length} characters long`
    const other = firstOther(group, /[0-9a-fA-F]/)
    if (other !== undefined) return `non-hex character ${other}`
  }
  return undefined
}

/** A version by semver.org. */
export function semverFault(text: string): string | undefined {
  const plus = text.indexOf('+')
  const build = plus < 0 ? undefined : buildFault(text.slice(plus + 1))
  if (build !== undefined) return build
  const withoutBuild = plus < 0 ? text : text.slice(0, plus)
  const dash = withoutBuild.indexOf('-')
  const prerelease = dash < 0 ? undefined : prereleaseFault(withoutBuild.slice(dash + 1))
  if (prerelease !== undefined) return prerelease
  return coreFault(dash < 0 ? withoutBuild : withoutBuild.slice(0, dash))
}

/** The first character that is not of a kind, quoted; undefined when all are. */
export function firstOther(text: string, kind: RegExp): string | undefined {
  const other = runesOf(text).find((rune) => !kind.test(String.fromCodePoint(rune)))
  return other === undefined ? undefined : quoteRune(other)
}

function buildFault(build: string): string | undefined {
  if (build === '') return 'build is empty'
  for (const identifier of build.split('.')) {
    if (identifier === '') return 'build identifier is empty'
    const other = firstOther(identifier, /[0-9a-zA-Z-]/)
    if (other !== undefined) return `invalid character ${other} in build identifier`
  }
  return undefined
}

function prereleaseFault(prerelease: string): string | undefined {
  for (const identifier of prerelease.split('.')) {
    if (identifier === '') return 'pre-release identifier is empty'
    const other = firstOther(identifier, /[0-9a-zA-Z-]/)
    if (other !== undefined) return `invalid character ${other} in pre-release identifier`
    if (/^0[0-9]+$/.test(identifier)) return 'pre-release numeric identifier starts with zero'
  }
  return undefined
}

function coreFault(core: string): string | undefined {
  const numbers = core.split('.')
  if (numbers.length !== 3) return 'versionCore must have 3 numbers separated by dot'
  for (const [i, number] of numbers.entries()) {
    const name = ['major', 'minor', 'patch'][i]
    if (number === '') return `${name} is empty`
    if (number.length > 1 && number.startsWith('0')) return `${name} starts with zero`
    if (!/^[0-9]+$/.test(number)) return `${name} contains non-digit`
  }
  return undefined
}
