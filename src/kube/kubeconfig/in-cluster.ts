import { join } from 'node:path'
import type { Clock } from '../../std/clock.ts'
import type { Connection } from '../connection.ts'
import { KubeError } from '../errors.ts'
import type { Environment } from './exec-plugin.ts'
import { fileCredentials, readTextFile } from './file-credentials.ts'

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Whether this process runs in a pod that knows its API server. */
export function isInCluster(environment: Environment): boolean {
  return (environment['KUBERNETES_SERVICE_HOST'] ?? '') !== ''
}

/** The connection of a pod to the API server of its cluster, as its service account. */
export async function connectionInCluster(
  environment: Environment,
  clock: Clock,
  folder = accountFolder,
): Promise<Connection> {
  const host = environment['KUBERNETES_SERVICE_HOST'] ?? ''
  const port = environment['KUBERNETES_SERVICE_PORT'] ?? '443'
  if (host === '') throw new KubeError('bad-config', 'this process does not run in a cluster')
  try {
    return {
      server: new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`),
      tls: { ca: await readTextFile(join(folder, 'ca.crt')), insecureSkipVerify: false },
      credentials: fileCredentials({ token: join(folder, 'token') }, clock),
      gzip: true,
      namespace: (await readTextFile(join(folder, 'namespace'))).trim() || 'default',
    }
  } catch (cause) {
    const message = `cannot read the service account of this pod in ${folder}`
    throw new KubeError('bad-config', message, { cause })
  }
}
