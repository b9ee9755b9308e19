import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Json, JsonObject } from '../../objects/json.ts'
import type { Store } from '../storage/store.ts'

/** A key that tokens of service accounts are checked with. */
export interface TokenKey {
  readonly id: string
  readonly algorithm: 'RS256' | 'ES256'
  readonly publicKey: KeyObject
}

export interface TokenKeys {
  readonly signing: TokenKey & { readonly privateKey: KeyObject }
  /** The signing key among them. */
  readonly accepted: readonly TokenKey[]
}

/** Not served: nobody reads it over the API. */
const bucket = 'internal/keys'
const name = 'service-accounts'

/** The keys for tokens: the given one, else one that is made once and kept with everything else. */
export async function openTokenKeys(store: Store, given: string | undefined): Promise<TokenKeys> {
  const privateKey = createPrivateKey(given ?? keptKey(store) ?? (await makeKey(store)))
  const signing = { ...describeKey(createPublicKey(privateKey)), privateKey }
  return { signing, accepted: [signing] }
}

function keptKey(store: Store): string | undefined {
  const kept = store.get(bucket, name)?.object as { readonly key?: string } | undefined
  return kept?.key
}

async function makeKey(store: Store): Promise<string> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const object = { key }
  const encode = () => ({ object, bytes: Buffer.from(JSON.stringify(object)) })
  await store.write({ operation: 'put', bucket, name, expected: 0, encode })
  return key
}

function describeKey(publicKey: KeyObject): TokenKey {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const id = createHash('sha256').update(der).digest('base64url')
  const algorithm = publicKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'
  return { id, algorithm, publicKey }
}

/** The keys as a document that anybody may check tokens with. */
export function publishedKeys({ accepted }: TokenKeys): JsonObject {
  return {
    keys: accepted.map(({ id, algorithm, publicKey }) => ({
      use: 'sig',
      ...(publicKey.export({ format: 'jwk' }) as Record<string, Json>),
      kid: id,
      alg: algorithm,
    })),
  }
}
