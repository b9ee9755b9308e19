import type { ServedResource } from '../../kube/discovery/served-apis.ts'
import { quote } from '../../formats/quote.ts'
import { type KubeObject, formatApiVersion, kindOf, textAt } from '../../objects/kube-object.ts'
import { writePath } from '../../objects/write-path.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { idOf } from '../desired/object-id.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'

/** A desired object whose kind the server serves. */
export interface PlacedObject extends DesiredObject {
  readonly resource: ServedResource
}

/** The object with its resource, asked for again when its kind was not served before. */
export async function placeObject(
  desired: DesiredObject,
  { discovery }: Pick<ReleasePorts, 'discovery'>,
  signal: AbortSignal,
): Promise<PlacedObject> {
  if (isPlaced(desired)) return desired
  const resource = await discovery.findKind(kindOf(desired.object), signal)
  if (resource === undefined) throw notServed(desired)
  if (resource.namespaced) return { ...desired, resource }
  const object = writePath(desired.object, ['metadata', 'namespace'], undefined) as KubeObject
  return { ...desired, id: idOf(object), object, resource }
}

/** Whether the kind of an object was served when it was looked for. */
export function isPlaced(desired: DesiredObject): desired is PlacedObject {
  return desired.resource !== undefined
}

/** Refuses objects of kinds that are not served and that no definition among the objects brings. */
export function checkServed(desired: readonly DesiredObject[]): void {
  const brought = new Set(desired.map(({ object }) => definedKind(object)))
  for (const one of desired) {
    const { group, kind } = one.id
    if (!isPlaced(one) && !brought.has(`${group}/${kind}`)) throw notServed(one)
  }
}

function definedKind(object: KubeObject): string | undefined {
  if (object.kind !== 'CustomResourceDefinition') return undefined
  return `${textAt(object, ['spec', 'group'])}/${textAt(object, ['spec', 'names', 'kind'])}`
}

// Helm's words.
function notServed({ id }: DesiredObject): ReleaseError {
  const apiVersion = formatApiVersion(id.group, id.version)
  const where = `name: ${quote(id.name)} namespace: ${quote(id.namespace)} from ""`
  const what = `no matches for kind ${quote(id.kind)} in version ${quote(apiVersion)}`
  return new ReleaseError(
    'not-served',
    `unable to build kubernetes objects from release manifest: resource mapping not found for ${where}: ${what}\nensure CRDs are installed first`,
  )
}
