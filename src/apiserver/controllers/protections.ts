import type { JsonObject } from '../../objects/json.ts'
import { listAt, nameOf, namespaceOf, readPath, textAt } from '../../objects/kube-object.ts'
import { protections } from '../admission/volumes.ts'
import type { Registry } from '../registry/registry.ts'
import { updateObject } from '../registry/update.ts'
import type { Entry } from '../storage/entry.ts'
import { systemContext, unlessGone } from './system-user.ts'
import { withoutFinalizer } from './without-finalizer.ts'

const how = { mayCreate: false, isApply: false }

/** Lets deleted claims and volumes go when nobody uses them any more. */
export function followProtections(
  registry: Registry,
  onFailure: (error: unknown) => void,
): () => void {
  const look = (entry: Entry): void => {
    void release(registry, entry).catch(onFailure)
  }
  const lookAtAll = (bucket: string, prefix: string): void => {
    for (const entry of registry.store.list(bucket, prefix)) look(entry)
  }
  const { revision } = registry.store
  for (const bucket of Object.keys(protections)) lookAtAll(bucket, '')
  const stops = Object.keys(protections).map((bucket) =>
    registry.store.watch(bucket, revision, ({ type, entry }) => {
      if (type === 'put') look(entry)
      else if (bucket === 'persistentvolumeclaims') lookAtAll('persistentvolumes', '')
    }),
  )
  const stopPods = registry.store.watch('pods', revision, ({ entry }) => {
    const hasEnded = ['Succeeded', 'Failed'].includes(textAt(entry.object, ['status', 'phase']))
    const namespace = namespaceOf(entry.object as JsonObject)
    if (hasEnded || registry.store.get('pods', entry.name) === undefined) {
      lookAtAll('persistentvolumeclaims', `${namespace}/`)
    }
  })
  return () => {
    for (const stop of [...stops, stopPods]) stop()
  }
}

async function release(registry: Registry, { bucket, object }: Entry): Promise<void> {
  const finalizer = protections[bucket] ?? ''
  if (textAt(object, ['metadata', 'deletionTimestamp']) === '') return
  if (!listAt(object, ['metadata', 'finalizers']).includes(finalizer)) return
  const own = object as JsonObject
  if (bucket === 'persistentvolumes' ? isBound(registry, own) : isUsed(registry, own)) return
  const served = registry.catalogue.find('', 'v1', bucket)
  if (served === undefined) return
  const context = systemContext(served, namespaceOf(own))
  const transform = (old: JsonObject | undefined) => withoutFinalizer(old ?? own, finalizer)
  await unlessGone(() => updateObject(registry, context, nameOf(own), { transform, options: how }))
}

function isBound(registry: Registry, volume: JsonObject): boolean {
  const claim = readPath(volume, ['spec', 'claimRef'])
  const name = `${textAt(claim, ['namespace'])}/${textAt(claim, ['name'])}`
  const found = registry.store.get('persistentvolumeclaims', name)?.object
  return found !== undefined && textAt(found, ['metadata', 'uid']) === textAt(claim, ['uid'])
}

function isUsed(registry: Registry, claim: JsonObject): boolean {
  const pods = registry.store.list('pods', `${namespaceOf(claim)}/`)
  return pods.some(({ object }) => {
    if (['Succeeded', 'Failed'].includes(textAt(object, ['status', 'phase']))) return false
    return listAt(object, ['spec', 'volumes']).some(
      (volume) => textAt(volume, ['persistentVolumeClaim', 'claimName']) === nameOf(claim),
    )
  })
}
