import { allKinds } from '../../../kinds/all-kinds.ts'
import { customResourceDefinition } from '../../../kinds/custom-resource-definition.ts'
import { apiGroup } from '../../../kinds/group.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { type Json, equalJson } from '../../../objects/json.ts'
import { type KubeObject, listAt, readPath } from '../../../objects/kube-object.ts'
import { platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import { PlainError } from '../../errors.ts'
import { definitions, namespaces } from './platform-resources.ts'

/** Fails on a cluster that nobody has set up; tells of definitions that are not those of this program. Writes nothing. */
export async function requirePlatform(
  client: KubeClient,
  told: (error: Error) => void,
  signal: AbortSignal,
): Promise<void> {
  const names = allKinds.map(({ plural }) => `${plural}.${apiGroup}`)
  const [namespace, ...found] = await Promise.all([
    getObject(client, { resource: namespaces, name: platformNamespace }, {}, signal),
    ...names.map((name) => getObject(client, { resource: definitions, name }, {}, signal)),
  ])
  const missing = [
    ...(namespace === undefined ? [`namespace ${platformNamespace}`] : []),
    ...names.filter((_, at) => found[at] === undefined),
  ]
  if (missing.length > 0) {
    const todo = 'run "outrigger init" there first; start writes nothing that init did not'
    throw new PlainError(
      `this cluster has no outrigger platform: there is no ${missing.join(', ')}; ${todo}`,
    )
  }
  const other = allKinds.filter((kind, at) => {
    const wanted = schemaOf(customResourceDefinition(kind) as unknown as KubeObject)
    return !equalJson(schemaOf(found[at]), wanted)
  })
  if (other.length === 0) return
  const which = other.map(({ kind }) => kind).join(', ')
  told(
    new Error(`definitions of ${which} are not those of this program; outrigger init renews them`),
  )
}

function schemaOf(definition: KubeObject | undefined): Json {
  return readPath(listAt(definition, ['spec', 'versions'])[0], ['schema']) ?? null
}
