import type { Impersonation } from '../../kube/request.ts'

const defaultAccount = 'outrigger'

/** One that acts with an account: a plugin, or what will be written as one. */
export interface Actor {
  readonly metadata: { readonly namespace: string }
  readonly spec: { readonly serviceAccountName?: string }
}

/** The account that a plugin acts with, of its own namespace; undefined when it acts with the rights of the operator. */
export function accountOf(
  { metadata, spec }: Actor,
  platformNamespace: string,
): string | undefined {
  if (spec.serviceAccountName !== undefined) return spec.serviceAccountName
  return metadata.namespace === platformNamespace ? undefined : defaultAccount
}

interface Impersonating<Client> {
  readonly impersonating: (who: Impersonation) => Client
}

/** The same client, acting as the plugin's account. */
export function actingAs<Client extends Impersonating<Client>>(
  client: Client,
  actor: Actor,
  platformNamespace: string,
): Client {
  const account = accountOf(actor, platformNamespace)
  if (account === undefined) return client
  const { namespace } = actor.metadata
  return client.impersonating({
    user: `system:serviceaccount:${namespace}:${account}`,
    groups: [
      'system:serviceaccounts',
      `system:serviceaccounts:${namespace}`,
      'system:authenticated',
    ],
  })
}
