import { type JsonObject, equalJson, isJsonObject } from '../../objects/json.ts'
import {
  annotationsOf,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
  uidOf,
} from '../../objects/kube-object.ts'
import type { ServiceAccountTokens } from '../auth/service-account-tokens.ts'
import { createObject } from '../registry/create.ts'
import { deleteObject } from '../registry/delete.ts'
import { inBackground } from '../registry/delete-options.ts'
import { draftOf, ensureChild, type Draft } from '../registry/draft.ts'
import type { Registry } from '../registry/registry.ts'
import { updateObject } from '../registry/update.ts'
import type { StoreEvent } from '../storage/entry.ts'
import { systemContext, unlessGone } from './system-user.ts'

const accountName = 'default'
const bundleName = 'kube-root-ca.crt'
const tokenType = 'kubernetes.io/service-account-token'
const annotation = 'kubernetes.io/service-account'
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'

export interface AccountSources {
  readonly tokens: ServiceAccountTokens
  /** Whose certificates are trusted, in PEM. */
  readonly authority: string
}

/**
 * Gives every namespace an account and the authority's certificate; secrets that ask for a token of
 * an account get it, and go with the account. A certificate that somebody changes is put back; accounts
 * that are there already are left alone, whoever made them.
 */
export function followAccounts(
  registry: Registry,
  sources: AccountSources,
  onFailure: (error: unknown) => void,
): () => void {
  const start = (work: Promise<void>): void => void work.catch(onFailure)
  const fill = (namespace: string) => start(fillNamespace(registry, sources.authority, namespace))
  const see = ({ type, entry }: StoreEvent): void => {
    const object = entry.object as JsonObject
    const namespace = namespaceOf(object)
    if (type === 'put') {
      if (entry.bucket === 'namespaces') fill(nameOf(object))
      else if (entry.bucket === 'secrets') start(fillSecret(registry, sources, object))
      else if (entry.bucket === 'configmaps' && nameOf(object) === bundleName)
        start(putBundleBack(registry, sources.authority, object))
    } else if (entry.bucket === 'serviceaccounts') {
      start(dropSecrets(registry, object))
      if (nameOf(object) === accountName) fill(namespace)
    } else if (nameOf(object) === bundleName) fill(namespace)
  }
  for (const { name } of registry.store.list('namespaces', '')) fill(name)
  const { revision } = registry.store
  const stops = ['namespaces', 'serviceaccounts', 'secrets', 'configmaps'].map((bucket) =>
    registry.store.watch(bucket, revision, see),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

async function fillNamespace(
  registry: Registry,
  authority: string,
  namespace: string,
): Promise<void> {
  const home = registry.store.get('namespaces', namespace)?.object
  const isGoing = readPath(home, ['metadata', 'deletionTimestamp']) !== undefined
  if (home === undefined || isGoing) return
  await makeIn(registry, namespace, 'serviceaccounts', {
    kind: 'ServiceAccount',
    apiVersion: 'v1',
    metadata: { name: accountName },
  })
  await makeIn(registry, namespace, 'configmaps', {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: bundleName, annotations: { 'kubernetes.io/description': description } },
    data: { 'ca.crt': authority },
  })
}

// Somebody has changed it; whatever else they put there goes, too.
async function putBundleBack(
  registry: Registry,
  authority: string,
  bundle: JsonObject,
): Promise<void> {
  const wanted = { 'ca.crt': authority }
  const isRight = (one: JsonObject) =>
    equalJson(one['data'] ?? {}, wanted) && Object.keys(childOf(one, 'binaryData')).length === 0
  const served = registry.catalogue.find('', 'v1', 'configmaps')
  if (isRight(bundle) || served === undefined) return
  const restored = (old: JsonObject | undefined): Draft => {
    const draft = draftOf(old ?? bundle)
    draft['data'] = wanted
    delete draft['binaryData']
    const annotations = ensureChild(ensureChild(draft, 'metadata'), 'annotations')
    annotations['kubernetes.io/description'] = description
    return draft
  }
  const namespace = namespaceOf(bundle)
  const context = { ...systemContext(served, namespace), manager: 'kube-controller-manager' }
  const how = { mayCreate: false, isApply: false }
  await unlessRefused(() =>
    updateObject(registry, context, bundleName, { transform: restored, options: how }),
  )
}

function childOf(object: JsonObject, field: string): JsonObject {
  const child = object[field]
  return isJsonObject(child) ? child : {}
}

async function makeIn(
  registry: Registry,
  namespace: string,
  resource: string,
  object: Draft,
): Promise<void> {
  const served = registry.catalogue.find('', 'v1', resource)
  const name = nameOf(object)
  if (served === undefined || registry.store.latest(resource, `${namespace}/${name}`) !== undefined)
    return
  const context = { ...systemContext(served, namespace), manager: 'kube-controller-manager' }
  await unlessRefused(() => createObject(registry, context, object))
}

/** The namespace may have begun to go meanwhile. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  await unlessGone(work, [403, 404, 409])
}

async function fillSecret(
  registry: Registry,
  { tokens, authority }: AccountSources,
  secret: JsonObject,
): Promise<void> {
  if (textAt(secret, ['type']) !== tokenType) return
  if (readPath(secret, ['data', 'token']) !== undefined) return
  const namespace = namespaceOf(secret)
  const wanted = annotationsOf(secret)[`${annotation}.name`] ?? ''
  const account = registry.store.get('serviceaccounts', `${namespace}/${wanted}`)?.object
  const served = registry.catalogue.find('', 'v1', 'secrets')
  if (account === undefined || served === undefined) return
  const filled = (old: JsonObject | undefined): Draft => {
    const draft = draftOf(old ?? secret)
    const annotations = ensureChild(ensureChild(draft, 'metadata'), 'annotations')
    annotations[`${annotation}.uid`] = uidOf(account as JsonObject)
    const texts = {
      'ca.crt': authority,
      namespace,
      token: tokens.issueForSecret(account as JsonObject, nameOf(secret)),
    }
    const data = ensureChild(draft, 'data')
    for (const [name, text] of Object.entries(texts)) {
      data[name] ??= Buffer.from(text).toString('base64')
    }
    return draft
  }
  const context = { ...systemContext(served, namespace), manager: 'kube-controller-manager' }
  const how = { mayCreate: false, isApply: false }
  await unlessGone(() =>
    updateObject(registry, context, nameOf(secret), { transform: filled, options: how }),
  )
}

async function dropSecrets(registry: Registry, account: JsonObject): Promise<void> {
  const served = registry.catalogue.find('', 'v1', 'secrets')
  const namespace = namespaceOf(account)
  if (served === undefined) return
  for (const entry of registry.store.list('secrets', `${namespace}/`)) {
    const secret = entry.object as JsonObject
    const ofAccount = annotationsOf(secret)[`${annotation}.uid`] === uidOf(account)
    if (textAt(secret, ['type']) !== tokenType || !ofAccount) continue
    const context = systemContext(served, namespace)
    await unlessGone(() => deleteObject(registry, context, nameOf(secret), inBackground))
  }
}
