import { type Json, isJsonObject } from '../../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../../objects/kube-object.ts'
import type { Reason } from '../../../kinds/conditions.ts'
import type { Notification } from '../../../kinds/notification.ts'
import type { AddressPolicy } from '../../../sources/policy/judge.ts'
import type { ReadSecret } from '../../../kube/objects/secret-reader.ts'
import { trustOf } from '../../sources/source-request.ts'
import type { Receiver } from './deliver.ts'

export interface ObservePorts {
  readonly policy: AddressPolicy
  readonly platformNamespace: string
  readonly readSecret: ReadSecret
}

/** Everything that a pass over a Notification knows. */
export interface Observation {
  readonly notification: Notification
  readonly receiver: Receiver | Trouble
}

/** Why there is no receiver. */
export interface Trouble {
  readonly reason: Extract<Reason, 'InvalidSpec' | 'CredentialsMissing'>
  readonly message: string
}

/** Reads where messages go and the Secret that opens the way. */
export async function observe(
  notification: Notification,
  ports: ObservePorts,
  signal: AbortSignal,
): Promise<Observation> {
  return { notification, receiver: await receiverOf(notification, ports, signal) }
}

async function receiverOf(
  { metadata, spec }: Notification,
  { policy, platformNamespace, readSecret }: ObservePorts,
  signal: AbortSignal,
): Promise<Receiver | Trouble> {
  const { namespace } = metadata
  const { secretName } = spec
  const secret =
    secretName === undefined ? undefined : await readSecret(namespace, secretName, signal)
  if (secretName !== undefined && secret === undefined) {
    const message = `Secret ${namespace}/${secretName} does not exist`
    return { reason: 'CredentialsMissing', message }
  }
  const address = (spec.url ?? secretText(secret, 'url')).trim()
  if (address === '')
    return { reason: 'InvalidSpec', message: 'neither url nor the Secret has an address' }
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return { reason: 'InvalidSpec', message: 'the address is no http or https URL' }
  }
  const trust = trustOf(namespace, platformNamespace)
  return { url, trust, policy, key: secretText(secret, 'key'), token: secretText(secret, 'token') }
}

function secretText(secret: KubeObject | undefined, key: string): string {
  const data: Json | undefined = secret && readPath(secret, ['data'])
  if (!isJsonObject(data)) return ''
  return Buffer.from(textAt(data, [key]), 'base64')
    .toString('utf8')
    .trim()
}
