import type { Cluster } from '../../kinds/cluster.ts'
import type { Connection } from '../../kube/connection.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import type { ReadSecret } from '../../kube/objects/secret-reader.ts'
import { dataOf } from '../values/read-values-from.ts'

/** The kubeconfig that a Cluster names, or what there is instead. */
export type Kubeconfig =
  | { readonly is: 'there'; readonly where: string; readonly text: string }
  | { readonly is: 'missing'; readonly where: string; readonly secret: 'gone' | 'without key' }

/** The Secret with the kubeconfig of a cluster: the one that it names, else the one that its provider brings. */
export function kubeconfigSecretOf({ metadata, spec }: Pick<Cluster, 'metadata' | 'spec'>): string {
  return spec.kubeconfig?.secretName ?? `${metadata.name}-kubeconfig`
}

/** Reads the kubeconfig of a cluster that is not the operator's own from the Secret that its Cluster names. */
export async function readKubeconfig(
  { metadata, spec }: Pick<Cluster, 'metadata' | 'spec'>,
  platformNamespace: string,
  readSecret: ReadSecret,
  signal: AbortSignal,
): Promise<Kubeconfig> {
  const secretName = kubeconfigSecretOf({ metadata, spec })
  const { key = 'kubeconfig' } = spec.kubeconfig ?? {}
  const where = `Secret ${platformNamespace}/${secretName}`
  const secret = await readSecret(platformNamespace, secretName, signal)
  if (secret === undefined) return { is: 'missing', where, secret: 'gone' }
  const text = dataOf(secret)[key]
  if (text === undefined) return { is: 'missing', where, secret: 'without key' }
  return { is: 'there', where, text }
}

/** The connection that a kubeconfig describes. Refuses programs, files and proxies of this machine. */
export function connectionOf(
  kubeconfig: Extract<Kubeconfig, { readonly is: 'there' }>,
): Promise<Connection> {
  return connectionOfSecret(kubeconfig.text, kubeconfig.where, { proxy: 'refuse' })
}

/** Why there is no kubeconfig, for a person who asks for the cluster. */
export function missingKubeconfig(
  { metadata, spec }: Pick<Cluster, 'metadata' | 'spec'>,
  { where }: Pick<Kubeconfig, 'where'>,
): string {
  const { key = 'kubeconfig' } = spec.kubeconfig ?? {}
  return `${where} with the kubeconfig of ${metadata.name} does not exist or has no key ${key}`
}
