import { connect, findConnection } from '../../kube/connect.ts'
import { fetchServerVersion } from '../../kube/discovery/server-version.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { Environment } from '../verb.ts'

/** The minor version that a sandbox tells; empty when nobody answers with its certificate. */
export async function answeredMinor(
  kubeconfig: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<string> {
  const { client, close } = connect(await findConnection({ kubeconfig, environment }), {
    retries: { attempts: 1 },
  })
  try {
    return (await fetchServerVersion(client, signal)).minor
  } catch (error) {
    if (isKubeError(error, 'unreachable', 'unavailable', 'timed-out')) return ''
    throw error
  } finally {
    await close()
  }
}
