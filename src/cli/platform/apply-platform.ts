import { nodeEntropy } from '../../chart/node/entropy.ts'
import { allKinds } from '../../kinds/all-kinds.ts'
import { customResourceDefinition } from '../../kinds/custom-resource-definition.ts'
import { apiGroup } from '../../kinds/group.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { type KubeObject, nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { applyCrds } from '../../release/apply/apply-crds.ts'
import type { ReleasePorts } from '../../release/ports.ts'
import { holderIdentity } from '../../release/record/lock/holder-identity.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import { PlainError } from '../errors.ts'
import { type ApplyPorts, applyOne } from './host/apply-one.ts'
import { newerKinds } from './host/newer-kinds.ts'
import { definitions, namespaces } from './host/platform-resources.ts'

/** How definitions change: narrower ones are refused where objects exist, or accepted, or those of a newer program stay as they are. */
export type DefinitionChange = 'refuse' | 'accept' | 'keep-newer'

/**
 * Applies the definitions of our kinds, after the same safety check that charts get, and then the objects of the platform. The
 * same again changes nothing, so that it is also how a platform is upgraded.
 */
export async function applyPlatform(
  objects: readonly KubeObject[],
  change: DefinitionChange,
  ports: ApplyPorts,
  signal: AbortSignal,
): Promise<void> {
  const discovery = new Discovery(ports.client)
  await refuseWhileGoing(ports.client, signal)
  await refuseWithoutNamespaces(objects, ports.client, signal)
  await applyKinds(change, discovery, ports, signal)
  for (const object of objects) {
    ports.told(await applyOne(object, discovery, ports.client, signal))
  }
}

// A definition that is being deleted takes what is applied now with it when it goes.
async function refuseWhileGoing(client: KubeClient, signal: AbortSignal): Promise<void> {
  const names = allKinds.map(({ plural }) => `${plural}.${apiGroup}`)
  const found = await Promise.all(
    names.map((name) => getObject(client, { resource: definitions, name }, {}, signal)),
  )
  const going = found.flatMap((one) =>
    one === undefined || textAt(one, ['metadata', 'deletionTimestamp']) === '' ? [] : [nameOf(one)],
  )
  if (going.length === 0) return
  const what = `the platform is being removed: ${going.join(', ')} still ${going.length === 1 ? 'has' : 'have'} objects`
  throw new PlainError(
    `${what}; outrigger init --remove brings that to its end, and init works after it`,
  )
}

// Before anything is written: half a platform would be there otherwise.
async function refuseWithoutNamespaces(
  objects: readonly KubeObject[],
  client: KubeClient,
  signal: AbortSignal,
): Promise<void> {
  const own = objects.flatMap((one) => (one.kind === 'Namespace' ? [nameOf(one)] : []))
  const used = new Set(objects.map(namespaceOf).filter((name) => name !== ''))
  const asked = [...used.difference(new Set(own))].map(async (name) => {
    const found = await getObject(client, { resource: namespaces, name }, {}, signal)
    return found === undefined ? [name] : []
  })
  const [first, ...others] = (await Promise.all(asked)).flat()
  if (first === undefined) return
  const names = [first, ...others].join(', ')
  const what = others.length === 0 ? `namespace ${first} is` : `namespaces ${names} are`
  throw new PlainError(
    `${what} not there: create ${others.length === 0 ? 'it' : 'them'} first (kubectl create namespace ${first}), or leave --tenant out`,
  )
}

async function applyKinds(
  change: DefinitionChange,
  discovery: Discovery,
  { client, told }: ApplyPorts,
  signal: AbortSignal,
): Promise<void> {
  const newer = change === 'keep-newer' ? await newerKinds(allKinds, client, signal) : []
  if (newer.length > 0) {
    const which = newer.map(({ kind }) => kind).join(', ')
    told(`the definitions of ${which} are those of a newer version and stay as they are`)
  }
  const kinds = allKinds.filter((kind) => !newer.includes(kind))
  const files = kinds.map((kind) => {
    const data = new TextEncoder().encode(JSON.stringify(customResourceDefinition(kind)))
    const name = `crds/${kind.plural}.yaml`
    return { path: name, file: { name, data } }
  })
  const release: ReleasePorts = {
    client,
    discovery,
    store: new ReleaseStore({ client }),
    identity: holderIdentity(),
    entropy: nodeEntropy,
    report: (event) => {
      if (event.type === 'object')
        told(`customresourcedefinition/${event.object.name} ${event.did}`)
      else if (event.type === 'warning' || event.type === 'left-alone')
        told(`warning: ${event.message}`)
    },
  }
  const crdDangers = change === 'accept' ? 'accept' : 'refuse'
  const request = { files, crds: 'upgrade', crdDangers, conflicts: 'take' } as const
  // Our own kinds are ours whoever brought them, such as the platform's chart or a version before.
  const adopt = kinds.map(({ plural }) => ({
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    namespace: '',
    name: `${plural}.${apiGroup}`,
  }))
  const owner = { namespace: platformNamespace, name: 'outrigger' }
  await applyCrds({ ...request, ...owner, adopt }, release, signal)
  discovery.invalidate()
}
