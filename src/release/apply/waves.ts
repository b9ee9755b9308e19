import { installPlace } from '../../chart/render/install-order.ts'

/**
 * The kinds with which a wave begins in Helm's order of installation. Inside a wave all objects go at once; the
 * next one starts when all of it is there.
 */
const beginnings = [
  'PriorityClass',
  'NetworkPolicy',
  'Service',
  'DaemonSet',
  'MutatingWebhookConfiguration',
]

const starts = beginnings.map((kind) => installPlace(kind) ?? 0)
const crds = 0.5
const bindings = beginnings.indexOf('Service')
const customKinds = beginnings.length

// Two rules depart from Helm's order, in which each object waits for the one before. Definitions
// come before all objects that could be of their kinds. The API server reads the role when the
// writer of a binding may lack its rights, so bindings wait for all roles.
function waveOf(kind: string): number {
  const place = installPlace(kind)
  if (place === undefined) return customKinds
  if (kind === 'CustomResourceDefinition') return crds
  if (/Binding(?:List)?$/.test(kind)) return bindings
  return starts.findLastIndex((start) => start <= place)
}

interface OfKind {
  readonly id: { readonly kind: string }
}

/** Objects in the waves in which they are applied, custom kinds last. */
export function wavesOf<T extends OfKind>(objects: readonly T[]): readonly (readonly T[])[] {
  return inOrder(objects, (place) => place)
}

/**
 * Objects in the waves in which they are deleted: custom objects first, while what cares for them is
 * still there, then the way they came, backwards.
 */
export function deletionWavesOf<T extends OfKind>(
  objects: readonly T[],
): readonly (readonly T[])[] {
  return inOrder(objects, (place) => -place)
}

function inOrder<T extends OfKind>(
  objects: readonly T[],
  rank: (place: number) => number,
): readonly (readonly T[])[] {
  const byPlace = Map.groupBy(objects, ({ id }) => waveOf(id.kind))
  return [...byPlace].toSorted(([a], [b]) => rank(a) - rank(b)).map(([, wave]) => wave)
}
