import type { Json, JsonObject } from '../../conformance/kube/row.ts'
import { fuzzedKinds, type FuzzedKind } from './kinds.ts'
import { seededRandom, type Random } from './random.ts'
import { map, one, struct } from './shape.ts'

/** One write; numbers in `at` choose among the fields of the object as it is by then. */
export type FuzzStep =
  | { readonly do: 'apply'; readonly force: boolean; readonly config: JsonObject }
  | { readonly do: 'update'; readonly merge: JsonObject; readonly at: readonly number[] }
  | { readonly do: 'merge'; readonly patch: JsonObject; readonly at: readonly number[] }
  | { readonly do: 'strategic'; readonly patch: JsonObject; readonly at: readonly number[] }
  | { readonly do: 'json'; readonly at: readonly number[]; readonly value: Json }

export interface FuzzSequence {
  readonly seed: number
  readonly kind: FuzzedKind
  readonly steps: readonly (FuzzStep & { readonly manager: string; readonly subresource: string })[]
}

const managers = ['alpha', 'beta', 'gamma'] as const
const [fewestSteps, moreSteps] = [3, 6]
const shareOfStatus = 0.2

const names = ['a', 'b', 'x.io/c'] as const
const texts = map([...names], one('1', '2', ''))
const metadata = struct(
  {},
  { labels: texts, annotations: texts, finalizers: one(['x.io/f'], ['x.io/f', 'x.io/g']) },
)

/** The sequence of a seed: the first write makes the object. */
export function makeSequence(seed: number): FuzzSequence {
  const random = seededRandom(seed)
  const kind = random.pick(fuzzedKinds)
  const count = fewestSteps + random.below(moreSteps)
  const steps = Array.from({ length: count }, (_, index) => {
    const manager = random.pick(managers)
    const isOfStatus = index > 0 && kind.status !== undefined && random.chance(shareOfStatus)
    const subresource = isOfStatus ? 'status' : ''
    const step = index === 0 ? firstStep(random, kind) : nextStep(random, kind, subresource)
    return { ...step, manager, subresource }
  })
  return { seed, kind, steps }
}

/** An apply that makes the object; or an update, which is a create when nothing is there. */
function firstStep(random: Random, kind: FuzzedKind): FuzzStep {
  const config = draw(random, kind, kind.whole)
  return random.chance(0.6)
    ? { do: 'apply', force: false, config }
    : { do: 'update', merge: config, at: [] }
}

function nextStep(random: Random, kind: FuzzedKind, subresource: string): FuzzStep {
  const shape = subresource === '' ? kind.part : struct({ status: kind.status ?? kind.part })
  const at = Array.from({ length: random.below(3) }, () => random.below(1000))
  const share = random.next()
  if (share < 0.45) {
    const chosen = subresource === '' && random.chance(0.6) ? kind.whole : shape
    return { do: 'apply', force: random.chance(0.5), config: draw(random, kind, chosen) }
  }
  const fragment = draw(random, kind, shape)
  if (share < 0.65) return { do: 'update', merge: fragment, at }
  if (share < 0.8) return { do: 'merge', patch: fragment, at }
  if (share < 0.9 && kind.isCustom !== true) return { do: 'strategic', patch: fragment, at }
  return {
    do: 'json',
    at: [...at, random.below(1000)],
    value: random.pick(['z', '1', ''] as const),
  }
}

function draw(random: Random, kind: FuzzedKind, shape: FuzzedKind['whole']): JsonObject {
  const { apiVersion, kind: name } = kind
  const own = random.chance(0.5) ? (metadata(random) as JsonObject) : {}
  return {
    apiVersion,
    kind: name,
    metadata: { name: 'it', ...own },
    ...(shape(random) as JsonObject),
  }
}
