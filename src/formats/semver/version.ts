// Versions as Masterminds/semver 3.5 reads them, which is what Helm and its templates use.

import { byteLength } from '../go-string.ts'
import { numberErrorText, parseUint64 } from '../parse-number.ts'

/** The parts are unsigned 64-bit numbers. */
export interface Version {
  readonly major: bigint
  readonly minor: bigint
  readonly patch: bigint
  readonly prerelease: string
  readonly metadata: string
  /** The text as it was given, leading `v` and missing parts included. */
  readonly original: string
}

/** The value that was read, or the library's error text. */
export type SemverResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: string }

const maxLength = 256
const maxPart = 2n ** 64n - 1n

const looseShape =
  /^v?([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/

/** NewVersion: an optional `v`, one to three parts, leading zeros allowed in them. */
export function parseVersion(text: string): SemverResult<Version> {
  if (byteLength(text) > maxLength) return failure(tooLong)
  const match = looseShape.exec(text)
  if (match === null) return failure('invalid semantic version')
  const [, major = '', minor = '0', patch = '0', prerelease = '', metadata = ''] = match
  for (const part of [major, minor, patch]) {
    const error = partError(part)
    if (error !== undefined) return failure(`error parsing version segment: ${error}`)
  }
  const error = prerelease === '' ? undefined : prereleaseError(prerelease)
  if (error !== undefined) return failure(error)
  const parts = { major: BigInt(major), minor: BigInt(minor), patch: BigInt(patch) }
  return { ok: true, value: { ...parts, prerelease, metadata, original: text } }
}

/** StrictNewVersion: all three parts, no leading zeros, no `v`. */
export function parseStrictVersion(text: string): SemverResult<Version> {
  if (text === '') return failure('version string empty')
  if (byteLength(text) > maxLength) return failure(tooLong)
  const [major, minor, ...others] = text.split('.')
  if (major === undefined || minor === undefined || others.length === 0) {
    return failure('invalid semantic version')
  }
  const [beforeMetadata, metadata] = cut(others.join('.'), '+')
  const [patch, prerelease] = cut(beforeMetadata, '-')
  const parts = [major, minor, patch]
  const error =
    (metadata === undefined ? undefined : metadataError(metadata)) ??
    (prerelease === undefined ? undefined : prereleaseError(prerelease)) ??
    parts.map(strictPartError).find(isText) ??
    parts.map(partError).find(isText)
  if (error !== undefined) return failure(error)
  const numbers = { major: BigInt(major), minor: BigInt(minor), patch: BigInt(patch) }
  const rest = { prerelease: prerelease ?? '', metadata: metadata ?? '', original: text }
  return { ok: true, value: { ...numbers, ...rest } }
}

/** The version in full, without a leading `v`. */
export function versionText(version: Version): string {
  const { major, minor, patch, prerelease, metadata } = version
  const core = `${major}.${minor}.${patch}`
  return core + (prerelease && `-${prerelease}`) + (metadata && `+${metadata}`)
}

/** IncMajor; throws a RangeError with the library's panic text where the part is the largest there is. */
export function incrementMajor(version: Version): Version {
  return renamed(version, {
    major: next(version.major, 'major'),
    minor: 0n,
    patch: 0n,
    ...released,
  })
}

/** IncMinor. */
export function incrementMinor(version: Version): Version {
  return renamed(version, { minor: next(version.minor, 'minor'), patch: 0n, ...released })
}

/** IncPatch: a prerelease becomes its release. */
export function incrementPatch(version: Version): Version {
  if (version.prerelease !== '') return renamed(version, released)
  return renamed(version, { patch: next(version.patch, 'patch'), ...released })
}

/** SetPrerelease. */
export function withPrerelease(version: Version, prerelease: string): SemverResult<Version> {
  const error = prerelease === '' ? undefined : prereleaseError(prerelease)
  if (error !== undefined) return failure(error)
  return { ok: true, value: renamed(version, { prerelease }) }
}

/** SetMetadata. */
export function withMetadata(version: Version, metadata: string): SemverResult<Version> {
  const error = metadata === '' ? undefined : metadataError(metadata)
  if (error !== undefined) return failure(error)
  return { ok: true, value: renamed(version, { metadata }) }
}

const tooLong = `version string is too long (max ${maxLength} bytes)`
const startsWithZero = 'version segment starts with 0'
const released = { prerelease: '', metadata: '' }

function failure(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error }
}

function isText(text: string | undefined): text is string {
  return text !== undefined
}

function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function partError(part: string): string | undefined {
  const parsed = parseUint64(part, 10)
  return parsed.ok ? undefined : numberErrorText('ParseUint', part, parsed.fault)
}

function strictPartError(part: string): string | undefined {
  if (!/^[0-9]*$/.test(part)) return 'invalid characters in version'
  return hasLeadingZero(part) ? startsWithZero : undefined
}

function hasLeadingZero(digits: string): boolean {
  return digits.length > 1 && digits.startsWith('0')
}

function prereleaseError(prerelease: string): string | undefined {
  for (const part of prerelease.split('.')) {
    if (!/^[0-9A-Za-z-]+$/.test(part)) return 'invalid prerelease string'
    if (/^[0-9]+$/.test(part) && hasLeadingZero(part)) return startsWithZero
  }
  return undefined
}

function metadataError(metadata: string): string | undefined {
  const isGood = metadata.split('.').every((part) => /^[0-9A-Za-z-]+$/.test(part))
  return isGood ? undefined : 'invalid metadata string'
}

function next(part: bigint, name: string): bigint {
  if (part === maxPart) throw new RangeError(`${name} version increment would overflow uint64`)
  return part + 1n
}

/** A changed version whose original text is its new text, with the `v` kept. */
function renamed(version: Version, change: Partial<Version>): Version {
  const changed = { ...version, ...change }
  const prefix = version.original.startsWith('v') ? 'v' : ''
  return { ...changed, original: prefix + versionText(changed) }
}
