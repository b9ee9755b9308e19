import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'

const defaultAccount = 'outrigger'

/** The account that a plugin acts with; undefined when it acts with the rights of the operator. */
export function accountOf(
  { metadata, spec }: Plugin,
  platformNamespace: string,
): string | undefined {
  if (spec.serviceAccountName !== undefined) return spec.serviceAccountName
  return metadata.namespace === platformNamespace ? undefined : defaultAccount
}

/** The same client, acting as the plugin's account. */
export function actingAs(
  client: KubeClient,
  plugin: Plugin,
  platformNamespace: string,
): KubeClient {
  const account = accountOf(plugin, platformNamespace)
  if (account === undefined) return client
  const { namespace } = plugin.metadata
  return client.impersonating({
    user: `system:serviceaccount:${namespace}:${account}`,
    groups: [
      'system:serviceaccounts',
      `system:serviceaccounts:${namespace}`,
      'system:authenticated',
    ],
  })
}
