import type { Impersonation } from '../../kube/request.ts'

const defaultAccount = 'outrigger'

/** One that acts with an account: a plugin, or what will be written as one. */
export interface Actor {
  readonly metadata: { readonly namespace: string }
  readonly spec: { readonly serviceAccountName?: string }
}

/** The platform on one cluster, as far as it decides which account acts there. */
export interface ActingPlatform {
  readonly platformNamespace: string
  /**
   * The account that plugins of the platform namespace act with. Without one they have the rights of the operator, and on other
   * clusters those of the kubeconfig.
   */
  readonly platformAccount?: string | undefined
}

/** The account that a plugin acts with, of its own namespace; undefined when it acts with the rights of the operator. */
export function accountOf(
  { metadata, spec }: Actor,
  { platformNamespace, platformAccount }: ActingPlatform,
): string | undefined {
  if (spec.serviceAccountName !== undefined) return spec.serviceAccountName
  return metadata.namespace === platformNamespace ? platformAccount : defaultAccount
}

interface Impersonating<Client> {
  readonly impersonating: (who: Impersonation) => Client
}

/** The same client, acting as the plugin's account. */
export function actingAs<Client extends Impersonating<Client>>(
  client: Client,
  actor: Actor,
  platform: ActingPlatform,
): Client {
  const account = accountOf(actor, platform)
  if (account === undefined) return client
  const { namespace } = actor.metadata
  // Servers add the groups of an account by themselves, so that nobody needs the right to be in any group.
  return client.impersonating({ user: `system:serviceaccount:${namespace}:${account}` })
}
