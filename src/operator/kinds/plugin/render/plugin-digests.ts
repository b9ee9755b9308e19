import type { Plugin } from '../../../../kinds/plugin.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import type { FindImageDigest } from '../../../../mirror/images/find-digest.ts'
import { textAt } from '../../../../objects/kube-object.ts'
import { secrets } from '../../../../kube/objects/core-resources.ts'
import type { FindDigest } from '../../../../release/transform/lock-digests.ts'
import type { ReleasePlace } from '../../../clusters/release-objects.ts'
import { readDockerLogin } from '../../../sources/docker-login.ts'
import { trustOf } from '../../../sources/source-request.ts'

interface DigestContext {
  readonly findDigest: FindImageDigest
  readonly platformNamespace: string
}

type Reader = Parameters<typeof getObject>[0]

/** Looks up digests as the pods of a plugin pull: with the logins of `pullSecrets`. Undefined unless the plugin asks for it. */
export function digestsOf(
  { metadata, spec }: Plugin,
  { client, place }: { readonly client: Reader; readonly place: ReleasePlace },
  { findDigest, platformNamespace }: DigestContext,
): FindDigest | undefined {
  if (spec.images?.digests !== 'lookup') return undefined
  const trust = trustOf(metadata.namespace, platformNamespace)
  const names = spec.images.pullSecrets ?? []
  const { namespace } = place
  const loginOf = async (host: string, signal: AbortSignal) => {
    for (const name of names) {
      const secret = await getObject(client, { resource: secrets, namespace, name }, {}, signal)
      const text = textAt(secret, ['data', '.dockerconfigjson'])
      const login = readDockerLogin(Buffer.from(text, 'base64').toString('utf8'), host)
      if (login !== undefined) return login
    }
    return undefined
  }
  return (image, signal) => findDigest(image, { trust, loginOf }, signal)
}
