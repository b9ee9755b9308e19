import type { KubeClient } from '../../../kube/client.ts'

/** Milliseconds in which an API server that works says its version. */
const patience = 3000

/**
 * Asks the API server anew for every probe, and says why it does not answer. Probes that come while one is asked share its
 * answer.
 */
export function apiProbe(client: KubeClient): (signal: AbortSignal) => Promise<string | undefined> {
  let asking: Promise<string | undefined> | undefined
  return (signal) => {
    asking ??= ask(client, signal).finally(() => (asking = undefined))
    return asking
  }
}

async function ask(client: KubeClient, signal: AbortSignal): Promise<string | undefined> {
  const how = { repeat: 'never', timeout: patience, priority: 'urgent' } as const
  const request = { method: 'GET', path: '/version', ...how } as const
  try {
    await client.exchange(request, signal)
    return undefined
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return `the API server does not answer: ${why}`
  }
}
