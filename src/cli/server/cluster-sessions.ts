import { secrets } from '../../kube/objects/core-resources.ts'
import { randomBytes } from 'node:crypto'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { createObject, updateObject } from '../../kube/objects/write-object.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { type KeptSignOuts, mergeSignOuts } from '../../server/auth/sessions.ts'
import { withDeadline } from '../../std/clock.ts'
import { PlainError } from '../errors.ts'

const target = { resource: secrets, namespace: platformNamespace, name: 'outrigger-server' }
const [secretKey, signOutsKey] = ['session-secret', 'sign-outs']
const bytes = 32
const patience = 10_000
const mostAttempts = 5
/** Milliseconds after which another replica's sign-outs are looked for. */
const freshFor = 5000

/** The session secret and the sign-outs of servers that several pods are, kept in one Secret. */
export async function openClusterSessions(
  client: KubeClient,
  signal: AbortSignal,
): Promise<{ readonly secret: Uint8Array; readonly kept: KeptSignOuts }> {
  const object = (await getObject(client, target, {}, signal)) ?? (await draw(client, signal))
  const secret = Buffer.from(textIn(object, secretKey) ?? '', 'base64url')
  if (secret.length !== bytes) {
    throw new PlainError(
      `the Secret ${platformNamespace}/${target.name} holds no session secret; delete it for a new one`,
    )
  }
  return { secret, kept: keptIn(client) }
}

async function draw(client: KubeClient, signal: AbortSignal): Promise<KubeObject> {
  const drawn = randomBytes(bytes).toString('base64url')
  const object = {
    apiVersion: 'v1',
    kind: secrets.kind,
    metadata: { name: target.name, namespace: platformNamespace },
    data: { [secretKey]: Buffer.from(drawn).toString('base64') },
  }
  try {
    return (await createObject(client, secrets, object, {}, signal)).object
  } catch (error) {
    // Another pod was quicker.
    if (!isKubeError(error, 'already-exists')) throw error
    const found = await getObject(client, target, {}, signal)
    if (found === undefined) throw error
    return found
  }
}

function keptIn(client: KubeClient): KeptSignOuts {
  const read = (signal: AbortSignal) => getObject(client, target, {}, signal)
  return {
    freshFor,
    read: () =>
      withDeadline(client.clock, patience, async (signal) => {
        const object = await read(signal)
        return object === undefined ? undefined : textIn(object, signOutsKey)
      }),
    write: (text) =>
      withDeadline(client.clock, patience, async (signal) => {
        for (let attempt = 1; ; attempt++) {
          const object = await read(signal)
          if (object === undefined) throw new PlainError(`the Secret ${target.name} is gone`)
          const merged = mergeSignOuts(textIn(object, signOutsKey), text)
          const data = {
            ...(object['data'] as Record<string, string>),
            [signOutsKey]: Buffer.from(merged).toString('base64'),
          }
          try {
            await updateObject(client, secrets, { ...object, data }, {}, signal)
            return
          } catch (error) {
            if (!isKubeError(error, 'conflict') || attempt === mostAttempts) throw error
          }
        }
      }),
  }
}

function textIn(object: KubeObject, key: string): string | undefined {
  const packed = textAt(object, ['data', key])
  return packed === '' ? undefined : Buffer.from(packed, 'base64').toString()
}
