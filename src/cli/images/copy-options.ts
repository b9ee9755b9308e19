import { readImage } from '../../images/image-reference.ts'
import type { PaceOptions } from '../../oci/client/host-pace.ts'
import { type PlatformChoice, parsePlatform } from '../../oci/media/platform-choice.ts'
import type { CommandSpec, CommandInput, OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { readCount } from '../options/read-count.ts'
import type { Naming } from '../../mirror/copy/registry-images.ts'

const defaultParallel = 4
// Docker Hub counts by six hours; whoever waits that long rather looks again later.
const mostPatience = 15 * 60_000

/** How fast hosts are spoken to. */
export const paceOptions = {
  parallel: {
    kind: 'text',
    value: 'NUMBER',
    summary: `blobs at a time with one host; ${defaultParallel} unless given`,
  },
  'requests-per-second': {
    kind: 'text',
    value: 'NUMBER',
    summary: 'no more requests than this to one host',
  },
  bandwidth: {
    kind: 'text',
    value: 'BYTES',
    summary: 'no more bytes a second with one host, such as 500kB or 10MB',
  },
} as const satisfies Record<string, OptionSpec>

/** How images travel. */
export const travelOptions = {
  platform: {
    kind: 'list',
    value: 'OS/ARCH[/VARIANT]',
    summary: 'only the images of these platforms; the index of all of them stays as it is',
  },
  'multi-arch': {
    kind: 'choice',
    value: 'what',
    choices: ['all', 'index-only', 'image'],
    fallback: 'all',
    summary:
      'of an index: its images, itself alone, or the image of one --platform in its place, which has another digest',
  },
  'no-signatures': {
    kind: 'switch',
    summary: 'leave signatures, attestations and SBOMs where they are',
  },
  ...paceOptions,
} as const satisfies Record<string, OptionSpec>

export const namingOptions = {
  map: {
    kind: 'list',
    value: 'FROM=TO',
    summary: 'another name for an image, a repository or a registry, as in spec.images.map',
  },
  scoped: {
    kind: 'switch',
    summary: 'put the host that an image comes from in front of its name at the destination',
  },
} as const satisfies Record<string, OptionSpec>

type GivenOf<O extends Record<string, OptionSpec>> = CommandInput<
  CommandSpec & { readonly options: O }
>['options']

export interface Travel {
  readonly platforms: PlatformChoice
  readonly attached: 'along' | 'left'
  readonly pace: PaceOptions
}

export function travelOf(given: GivenOf<typeof travelOptions>): Travel | UsageError {
  const platforms = platformsOf(given)
  if (platforms instanceof UsageError) return platforms
  const pace = paceOf(given)
  if (pace instanceof UsageError) return pace
  return { platforms, attached: given['no-signatures'] ? 'left' : 'along', pace }
}

export function paceOf(given: GivenOf<typeof paceOptions>): PaceOptions | UsageError {
  const parallel = readCount('parallel', given.parallel, defaultParallel)
  if (parallel instanceof UsageError) return parallel
  if (parallel === 0) return new UsageError('bad-value', '--parallel must be at least 1: got "0"')
  const requests = readCount('requests-per-second', given['requests-per-second'], 0)
  if (requests instanceof UsageError) return requests
  const bandwidth = bytesOf(given.bandwidth)
  if (bandwidth instanceof UsageError) return bandwidth
  return {
    parallel,
    mostPatience,
    ...(requests === 0 ? {} : { requestsPerSecond: requests }),
    ...(bandwidth === undefined ? {} : { bytesPerSecond: bandwidth }),
  }
}

function platformsOf(given: GivenOf<typeof travelOptions>): PlatformChoice | UsageError {
  const platforms = given.platform.map((text) => parsePlatform(text))
  const wrong = platforms.indexOf(undefined)
  if (wrong >= 0) {
    const message = `--platform must be like linux/amd64: got "${given.platform[wrong]}"`
    return new UsageError('bad-value', message)
  }
  const known = platforms.filter((one) => one !== undefined)
  const [first] = known
  const kind = given['multi-arch']
  if (kind === 'image') {
    if (first !== undefined && known.length === 1) return { kind, platform: first }
    const found = known.length === 0 ? 'none' : String(known.length)
    return new UsageError('conflict', `--multi-arch=image needs one --platform, found ${found}`)
  }
  if (kind === 'index-only') {
    if (known.length === 0) return { kind }
    return new UsageError('conflict', '--multi-arch=index-only copies no image of any --platform')
  }
  return known.length === 0 ? { kind: 'all' } : { kind: 'some', platforms: known }
}

const units: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

function bytesOf(text: string | undefined): number | undefined | UsageError {
  if (text === undefined) return undefined
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?b?)$/i.exec(text) ?? []
  const factor = units[unit.toLowerCase()] ?? units[`${unit.toLowerCase()}b`]
  const bytes = Number(number) * (factor ?? 0)
  if (number !== '' && bytes >= 1) return Math.round(bytes)
  return new UsageError('bad-value', `--bandwidth must be like 500kB or 10MB: got "${text}"`)
}

export function namingOf(given: GivenOf<typeof namingOptions>): Naming | UsageError {
  const map: Record<string, string> = {}
  for (const rule of given.map) {
    const at = rule.indexOf('=')
    const to = rule.slice(at + 1)
    if (at < 1 || readImage(`${to.replace(/\/+$/, '')}/x`) === undefined) {
      return new UsageError(
        'bad-value',
        `--map must be like quay.io=registry.example/quay: got "${rule}"`,
      )
    }
    map[rule.slice(0, at)] = to
  }
  return { map, scoped: given.scoped }
}
