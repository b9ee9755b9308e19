import { fieldOf, type JsonObject } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import {
  childOf,
  ensureChild,
  itemsOf,
  textIn,
  type Draft,
  type DraftValue,
} from '../registry/draft.ts'
import { drawName } from '../registry/draw-name.ts'
import type { Admission, AdmissionRequest, Registry } from '../registry/registry.ts'
import { forbidden } from '../status-errors.ts'

const defaultAccount = 'default'
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount'
const volumePrefix = 'kube-api-access-'
/** The account of a new namespace is made a moment after the namespace; so often it is looked for. */
const attempts = 10
const lookAgainAfter = 100
const tokenSeconds = 3607

/** Every pod acts as an account of its namespace and finds a token of it in its containers. */
export const serviceAccounts: Admission = {
  name: 'ServiceAccount',
  async mutate(request, registry) {
    const { served, subresource, operation, draft } = request
    if (served.bucket !== 'pods' || subresource !== '' || operation !== 'CREATE') return
    if (draft === undefined) return
    const spec = ensureChild(draft, 'spec')
    const annotations = childOf(childOf(draft, 'metadata'), 'annotations')
    if (annotations?.['kubernetes.io/config.mirror'] !== undefined) {
      refuseForMirror(request, spec)
      return
    }
    if (textIn(spec, 'serviceAccountName') === '') spec['serviceAccountName'] = defaultAccount
    const account = await findAccount(request, registry, textIn(spec, 'serviceAccountName'))
    // The old name of the field is kept beside the new one.
    spec['serviceAccount'] = textIn(spec, 'serviceAccountName')
    if (mounts(account, spec)) mountToken(registry, spec)
    const secrets = listAt(account, ['imagePullSecrets'])
    if (itemsOf(spec, 'imagePullSecrets').length === 0 && secrets.length > 0) {
      spec['imagePullSecrets'] = secrets.map((secret) => ({ name: textAt(secret, ['name']) }))
    }
  },
}

function refuseForMirror({ served, name }: AdmissionRequest, spec: Draft): void {
  if (textIn(spec, 'serviceAccountName') === '') return
  throw forbidden(served.resource, name, 'a mirror pod may not reference service accounts')
}

async function findAccount(
  { served, name: podName, namespace }: AdmissionRequest,
  registry: Registry,
  name: string,
): Promise<JsonObject> {
  for (let attempt = 1; ; attempt++) {
    const found = registry.store.latest('serviceaccounts', `${namespace}/${name}`)
    if (found !== undefined) return found.object as JsonObject
    if (name !== defaultAccount || attempt === attempts) break
    await new Promise<void>((resolve) => void registry.clock.after(lookAgainAfter, resolve))
  }
  const why = `error looking up service account ${namespace}/${name}: serviceaccount ${JSON.stringify(name)} not found`
  throw forbidden(served.resource, podName, why)
}

function mounts(account: JsonObject, spec: Draft): boolean {
  const [own, general] = [spec, account].map((one) => fieldOf(one, 'automountServiceAccountToken'))
  return (own ?? general) !== false
}

function mountToken(registry: Registry, spec: Draft): void {
  const known = itemsOf(spec, 'volumes').find((one) => textIn(one, 'name').startsWith(volumePrefix))
  const name = known === undefined ? drawName(registry, volumePrefix) : textIn(known, 'name')
  const containers = [...itemsOf(spec, 'initContainers'), ...itemsOf(spec, 'containers')]
  const lacking = containers.filter((container) =>
    itemsOf(container, 'volumeMounts').every((mount) => mount['mountPath'] !== mountPath),
  )
  for (const container of lacking) {
    append(container, 'volumeMounts', { name, readOnly: true, mountPath })
  }
  if (known === undefined && lacking.length > 0) append(spec, 'volumes', tokenVolume(name))
}

function append(draft: Draft, field: string, item: Draft): void {
  const list: DraftValue | undefined = draft[field]
  if (Array.isArray(list)) list.push(item)
  else draft[field] = [item]
}

function tokenVolume(name: string): Draft {
  const fieldRef = { apiVersion: 'v1', fieldPath: 'metadata.namespace' }
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: tokenSeconds, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        { downwardAPI: { items: [{ path: 'namespace', fieldRef }] } },
      ],
      defaultMode: 420,
    },
  }
}
