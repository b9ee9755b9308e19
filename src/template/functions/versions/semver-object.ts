import { compareVersions } from '../../../formats/semver/compare.ts'
import {
  incrementMajor,
  incrementMinor,
  incrementPatch,
  versionText,
  withMetadata,
  withPrerelease,
  type SemverResult,
  type Version,
} from '../../../formats/semver/version.ts'
import { GoObject, Sized, type GoMethod, type Value } from '../../../formats/value.ts'
import { FuncError } from '../../func.ts'
import { asCopiedBytes } from '../byte-capacity.ts'
import { nilDereference, panic } from '../go-panic.ts'

const encoder = new TextEncoder()

/** semver.Version{}. */
const noVersion: Version = {
  major: 0n,
  minor: 0n,
  patch: 0n,
  prerelease: '',
  metadata: '',
  original: '',
}

/** A version as templates see it: `*semver.Version` from `semver`, `semver.Version` from its methods. */
export class GoVersion extends GoObject {
  readonly type: '*semver.Version' | 'semver.Version'
  readonly kind: 'ptr' | 'struct'
  readonly version: Version

  constructor(version: Version, kind: 'ptr' | 'struct') {
    super()
    this.version = version
    this.kind = kind
    this.type = kind === 'ptr' ? '*semver.Version' : 'semver.Version'
  }

  override text(): string {
    return versionText(this.version)
  }

  override fields(): readonly (readonly [string, Value])[] {
    const { major, minor, patch, prerelease, metadata, original } = this.version
    return [
      ['major', uint64(major)],
      ['minor', uint64(minor)],
      ['patch', uint64(patch)],
      ['pre', prerelease],
      ['metadata', metadata],
      ['original', original],
    ]
  }

  override json(): Value {
    return this.text()
  }

  override deepCopy(): GoVersion {
    return new GoVersion(noVersion, this.kind)
  }

  override method(name: string): GoMethod | undefined {
    // A value that a method returned has no address, so Go finds no pointer methods on it.
    const own = this.kind === 'ptr' ? pointerMethods : undefined
    const method = own?.get(name) ?? valueMethods.get(name)
    if (method === undefined) return undefined
    return { params: method.params, call: (args) => method.call(this.version, args) }
  }
}

interface Method {
  readonly params: GoMethod['params']
  readonly call: (version: Version, args: readonly Value[]) => Value
}

const valueMethods: ReadonlyMap<string, Method> = new Map([
  ['String', getter(versionText)],
  ['Major', getter(({ major }) => uint64(major))],
  ['Minor', getter(({ minor }) => uint64(minor))],
  ['Patch', getter(({ patch }) => uint64(patch))],
  ['Prerelease', getter(({ prerelease }) => prerelease)],
  ['Metadata', getter(({ metadata }) => metadata)],
  ['IncMajor', getter((version) => incremented(version, incrementMajor))],
  ['IncMinor', getter((version) => incremented(version, incrementMinor))],
  ['IncPatch', getter((version) => incremented(version, incrementPatch))],
  ['SetPrerelease', setter(withPrerelease)],
  ['SetMetadata', setter(withMetadata)],
  ['MarshalText', getter((version) => bytesOf(versionText(version)))],
  ['MarshalJSON', getter((version) => bytesOf(`"${versionText(version)}"`))],
  ['Value', getter(versionText)],
])

const pointerMethods: ReadonlyMap<string, Method> = new Map([
  ['Original', getter(({ original }) => original)],
  ['Compare', comparing((order) => BigInt(Math.sign(order)))],
  ['LessThan', comparing((order) => order < 0)],
  ['LessThanEqual', comparing((order) => order <= 0)],
  ['GreaterThan', comparing((order) => order > 0)],
  ['GreaterThanEqual', comparing((order) => order >= 0)],
  ['Equal', comparing((order) => order === 0, false)],
])

function bytesOf(text: string): Uint8Array {
  return asCopiedBytes(encoder.encode(text))
}

function uint64(value: bigint): Sized {
  return new Sized('uint64', value)
}

function getter(get: (version: Version) => Value): Method {
  return { params: [], call: get }
}

function setter(set: (version: Version, part: string) => SemverResult<Version>): Method {
  return {
    params: ['string'],
    call: (version, [part]) => {
      const changed = set(version, part as string)
      if (!changed.ok) throw new FuncError(changed.error)
      return new GoVersion(changed.value, 'struct')
    },
  }
}

/** A method that compares with another version; `ofNil` is the answer for a nil pointer, else Go dies. */
function comparing(answer: (order: number) => Value, ofNil?: boolean): Method {
  return {
    params: ['*semver.Version'],
    call: (version, [other]) => {
      if (other instanceof GoVersion) return answer(compareVersions(version, other.version))
      if (ofNil === undefined) throw nilDereference()
      return ofNil
    },
  }
}

function incremented(version: Version, increment: (version: Version) => Version): GoVersion {
  try {
    return new GoVersion(increment(version), 'struct')
  } catch (error) {
    if (error instanceof RangeError) throw panic(error.message)
    throw error
  }
}
