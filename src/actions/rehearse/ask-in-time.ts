import { type Answer, askCluster } from '../../operator/clusters/ask-cluster.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Watchdog } from '../../std/watchdog.ts'
import { ActionError } from '../errors.ts'

/** As long as the operator waits. */
const patience = 10_000

/** Asks a cluster what it is; one that accepts connections and never answers is reported soon. */
export async function askInTime(
  name: string,
  client: KubeClient,
  signal: AbortSignal,
): Promise<Answer> {
  const dog = new Watchdog(client.clock, patience, signal)
  try {
    return await askCluster(client, dog.signal)
  } catch (error) {
    if (!dog.isOver) throw error
    const what = `cluster ${name} did not answer within ${patience / 1000} seconds`
    throw new ActionError('not-ready', what, { cause: error })
  } finally {
    dog.stop()
  }
}
