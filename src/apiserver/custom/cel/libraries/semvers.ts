import type { Environment } from '@marcbachmann/cel-js'
import { compareVersions } from '../../../../formats/semver/compare.ts'
import { parseStrictVersion, type Version } from '../../../../formats/semver/version.ts'

/** The library tells types apart by their constructors. */
class Semver {
  readonly version: Version

  constructor(version: Version) {
    this.version = version
  }
}

/** Kubernetes' semantic versions. */
export function registerSemvers(environment: Environment): void {
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    environment.registerFunction(signature, handler, { async: false })
  }
  environment.registerType('kubernetes.Semver', Semver)
  const compare = (a: Semver, b: Semver): number => Math.sign(compareVersions(a.version, b.version))
  environment.registerOperator(
    'kubernetes.Semver == kubernetes.Semver',
    (a: Semver, b: Semver) => compare(a, b) === 0,
  )
  add('semver(string): kubernetes.Semver', (text: string) => need(text))
  add('semver(string, bool): kubernetes.Semver', (text: string, isLoose: boolean) =>
    need(isLoose ? normalise(text) : text),
  )
  add('isSemver(string): bool', (text: string) => parseStrictVersion(text).ok)
  add('isSemver(string, bool): bool', (text: string, isLoose: boolean) => {
    const whole = isLoose ? normalise(text) : text
    return whole !== undefined && parseStrictVersion(whole).ok
  })
  const method = (signature: string, handler: (...args: never[]) => unknown): void =>
    add(`kubernetes.Semver.${signature}`, handler)
  method('isGreaterThan(kubernetes.Semver): bool', (a: Semver, b: Semver) => compare(a, b) > 0)
  method('isLessThan(kubernetes.Semver): bool', (a: Semver, b: Semver) => compare(a, b) < 0)
  method('compareTo(kubernetes.Semver): int', (a: Semver, b: Semver) => BigInt(compare(a, b)))
  method('major(): int', ({ version }: Semver) => version.major)
  method('minor(): int', ({ version }: Semver) => version.minor)
  method('patch(): int', ({ version }: Semver) => version.patch)
}

function need(text: string | undefined): Semver {
  if (text === undefined) {
    throw new Error('short version cannot contain PreRelease/Build meta data')
  }
  if (text.split('.').length < 3) throw new Error('No Major.Minor.Patch elements found')
  const parsed = parseStrictVersion(text)
  if (!parsed.ok) throw new Error(parsed.error)
  return new Semver(parsed.value)
}

/** Without `v` and leading zeros, and with all three parts; undefined when a short one has more than numbers. */
function normalise(text: string): string | undefined {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.')
  const parts = [major, ...(minor === undefined ? [] : [minor])]
  if (rest.length > 0) parts.push(rest.join('.'))
  const plain = parts.map((part) => part.replace(/^0+(?=\d)/, ''))
  if (plain.length < 3 && /[+-]/.test(plain.at(-1) ?? '')) return undefined
  return [...plain, '0', '0'].slice(0, 3).join('.')
}
