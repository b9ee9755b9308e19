import { compareVersions } from '../../formats/semver/compare.ts'
import { parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import type { Extension } from '../../kinds/extension.ts'
import {
  type KubernetesVersion,
  isLaterMinor,
  parseKubernetesVersion,
} from './kubernetes-version.ts'
import { type Offer, type Offered, isUnderTag, namesOf, offerOf } from './offer.ts'

/** The desired version of an Extension, and the current one. */
export interface ChoiceInput {
  /** The version of Kubernetes that the cluster has. */
  readonly kubernetes: string
  /** The one that it is about to have: what fits both is preferred, so that it can move before. */
  readonly target?: string
  /** An exact version or a range; the newest when absent. */
  readonly version?: string
  readonly upgrade: 'auto' | 'manual'
  /** The source that the instance has now; undefined when it has none yet. */
  readonly current?: { readonly version: string; readonly key: string }
  /** Why an offer cannot be taken although its range fits: its chart wants another Kubernetes, say. */
  readonly unfit?: (offer: Offer) => string | undefined
}

export type Choice =
  | {
      readonly is: 'take'
      readonly offer: Offer
      /** A newer version that fits, when upgrades are by hand. */
      readonly available?: string
      /** A notice for a person: that this version is retired. */
      readonly notice?: string
    }
  /** The current source stays as it is; nothing is touched. */
  | {
      readonly is: 'keep'
      readonly because: string
      readonly available?: string
      /** Somebody asks for another version, which is not there. */
      readonly lacks?: 'what was asked for'
    }
  | { readonly is: 'uninstall'; readonly because: string }
  | { readonly is: 'none'; readonly because: string }

type Spec = Extension['spec']

/**
 * Chooses one exact source of an Extension, or says why there is none. A running instance never
 * goes because its entry went.
 */
export function chooseSource(spec: Spec, input: ChoiceInput): Choice {
  const kubernetes = parseKubernetesVersion(input.kubernetes)
  if (kubernetes === undefined) {
    return { is: 'none', because: `"${input.kubernetes}" is no version of Kubernetes` }
  }
  const all = spec.sources.map((source) => offerOf(source, kubernetes))
  const offers = all.flatMap((one) => (one.is === 'offer' ? [one.offer] : []))
  const fitting = offers.filter((offer) => input.unfit?.(offer) === undefined)
  const wanted = fitting.filter((offer) => isWanted(offer.version, input.version))
  const here = currentOffer(fitting, input)
  const candidates = preferTarget(spec, wanted.filter(isOffered), input)
  const best = newest(candidates)
  if (input.current === undefined) {
    return best === undefined
      ? { is: 'none', because: whyNone(all, input, kubernetes) }
      : { is: 'take', offer: best }
  }
  const current = { ...input.current, offer: here }
  return best === undefined
    ? withoutBetter(current, spec, input, whyNone(all, input, kubernetes))
    : withBest(current, best, spec, input)
}

interface Current {
  readonly version: string
  readonly key: string
  /** Undefined when it is no longer listed, or cannot be on this version of Kubernetes. */
  readonly offer: Offer | undefined
}

// There is nothing to move to: what runs stays, unless its retirement says otherwise.
function withoutBetter(current: Current, spec: Spec, input: ChoiceInput, why: string): Choice {
  if (retirementOf(current, spec) === 'uninstall') return uninstall(current)
  const isAsked = !isWanted(current.version, input.version)
  const lacks = isAsked ? ({ lacks: 'what was asked for' } as const) : {}
  if (current.offer === undefined) {
    return { is: 'keep', because: `${current.version} stays as it is: ${why}`, ...lacks }
  }
  if (isAsked) return { is: 'keep', because: why, ...lacks }
  return { is: 'take', offer: current.offer, notice: `${current.version} is retired` }
}

function withBest(current: Current, best: Offer, spec: Spec, input: ChoiceInput): Choice {
  const retirement = retirementOf(current, spec)
  // A version that is named is asked for, be it newer or older than the current one.
  const isAskedFor = input.version !== undefined && !isWanted(current.version, input.version)
  if (isAskedFor) return { is: 'take', offer: best }
  if (retirement === 'uninstall') return uninstall(current)
  if (best.version === current.version) return sameVersion(current, best, spec, input)
  // A range that what runs is in asks for nothing: it only bounds what may come.
  if (isOlder(best.version, current.version) && retirement !== 'upgrade') {
    const because = `${best.version} is older than ${current.version}: set version to ask for it`
    return stay(current, because)
  }
  if (retirement === 'keep') {
    const because = `${current.version} is retired: set version to move to ${best.version}`
    return stay(current, because, best.version)
  }
  if (input.upgrade === 'manual' && retirement !== 'upgrade') {
    return stay(current, handNotice(best.version), best.version)
  }
  return { is: 'take', offer: best }
}

// One version may stand for several sources: those of other versions of Kubernetes are followed, what took the place of one is an upgrade.
function sameVersion(current: Current, best: Offer, spec: Spec, input: ChoiceInput): Choice {
  const isByHand = input.upgrade === 'manual' && retirementOf(current, spec) !== 'upgrade'
  if (!isByHand || current.key === '' || best.key === current.key)
    return { is: 'take', offer: best }
  if (current.offer?.key === current.key) return { is: 'take', offer: current.offer }
  const isListed = spec.sources.some(
    (source) => isUnderTag(source, current.key) || namesOf(source, undefined).key === current.key,
  )
  if (isListed) return { is: 'take', offer: best }
  const because = `${best.version} is ${best.key} now, and upgrades are by hand: set upgrade to auto to take it`
  return { is: 'keep', because }
}

/** The notice for a version that fits while upgrades are manual. */
export function handNotice(version: string): string {
  return `${version} fits, and upgrades are by hand: set version to take it`
}

function stay({ offer }: Current, because: string, available?: string): Choice {
  const more = available === undefined ? {} : { available }
  return offer === undefined
    ? { is: 'keep', because, ...more }
    : { is: 'take', offer, notice: because, ...more }
}

function uninstall({ version }: Current): Choice {
  return { is: 'uninstall', because: `${version} is retired, and retirement is uninstall` }
}

/**
 * The retirement that applies to instances of the current version; undefined while the version is
 * offered.
 */
function retirementOf(
  { version, key, offer }: Current,
  spec: Spec,
): Spec['retirement'] | undefined {
  if (offer !== undefined) return offer.retirement
  const listed = spec.sources.filter(
    (source) => (source.version ?? source.appVersion ?? source.chartVersion) === version,
  )
  // Listed for other versions of Kubernetes, or under a tag that follows Kubernetes: it has not been taken away.
  if (listed.some(({ retirement }) => retirement === undefined)) return undefined
  if (spec.sources.some((source) => isUnderTag(source, key))) return undefined
  return listed[0]?.retirement ?? spec.retirement
}

function currentOffer(offers: readonly Offer[], { current }: ChoiceInput): Offer | undefined {
  const same = offers.filter(({ version }) => version === current?.version)
  return same.find(({ key }) => key === current?.key) ?? same[0]
}

// While a cluster is about to be upgraded, what fits before and after can be taken already now.
function preferTarget(
  spec: Spec,
  offers: readonly Offer[],
  { target, kubernetes }: ChoiceInput,
): readonly Offer[] {
  // One that was reached or passed says nothing any more.
  const isAhead = target !== undefined && isLaterMinor(target, kubernetes)
  const later = isAhead ? parseKubernetesVersion(target) : undefined
  if (later === undefined) return offers
  const keys = new Set(
    spec.sources.flatMap((source) => {
      const offered = offerOf(source, later)
      return offered.is === 'offer' ? [offered.offer.key] : []
    }),
  )
  const both = offers.filter(({ key }) => keys.has(key))
  return both.length === 0 ? offers : both
}

function isOffered({ retirement }: Offer): boolean {
  return retirement === undefined
}

/** Whether a version is one of those that somebody asks for. */
export function isWanted(version: string, requested: string | undefined): boolean {
  if (requested === undefined || sameText(version, requested)) return true
  const range = parseConstraint(requested)
  const parsed = parseVersion(version)
  return range.ok && parsed.ok && !isExact(requested) && satisfies(range.value, parsed.value)
}

// `1.2.3` means that version and no other, although as a range it would allow build metadata.
function isExact(requested: string): boolean {
  return /^v?\d+\.\d+\.\d+/.test(requested) && parseVersion(requested).ok
}

function sameText(one: string, other: string): boolean {
  return one.replace(/^v/, '') === other.replace(/^v/, '')
}

/** The highest version; of equal ones, and of those that are no versions, the first. */
function newest(offers: readonly Offer[]): Offer | undefined {
  let best: Offer | undefined
  for (const offer of offers)
    if (best === undefined || isOlder(best.version, offer.version)) best = offer
  return best
}

function isOlder(one: string, other: string): boolean {
  const [left, right] = [parseVersion(one), parseVersion(other)]
  return left.ok && right.ok && compareVersions(left.value, right.value) < 0
}

function whyNone(
  all: readonly Offered[],
  input: ChoiceInput,
  kubernetes: KubernetesVersion,
): string {
  const { major, minor } = kubernetes
  if (all.length === 0) return 'the extension has no sources'
  const problems = all.flatMap((one) => (one.is === 'problem' ? [one.problem] : []))
  const unfit = all.flatMap((one) =>
    one.is === 'offer' ? [input.unfit?.(one.offer)].filter((why) => why !== undefined) : [],
  )
  const fitting = all.flatMap((one) => (one.is === 'offer' ? [one.offer.version] : []))
  const elsewhere = all.flatMap((one) =>
    one.is === 'other-kubernetes' ? [`${one.version} for ${one.range}`] : [],
  )
  const requested = input.version === undefined ? '' : ` of version ${input.version}`
  return [
    `no source${requested} for Kubernetes ${major}.${minor}`,
    ...(fitting.length > 0 ? [`there is ${fitting.join(', ')}`] : []),
    ...(elsewhere.length > 0 ? [`elsewhere ${elsewhere.join(', ')}`] : []),
    ...unfit,
    ...problems,
  ].join('; ')
}
