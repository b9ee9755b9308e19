import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { conditionOf } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { SiteError } from '../../site/errors.ts'
import { sleepOn } from '../../std/clock.ts'

const deployments = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
} as const
const names = ['outrigger', 'outrigger-server'] as const
const lookMilliseconds = 500
const patienceMilliseconds = 300_000

/** Waits until operator and server are available as pods; says what is missing when they do not come. */
export async function platformPods(client: KubeClient, signal: AbortSignal): Promise<string> {
  const until = client.clock.now() + patienceMilliseconds
  for (const name of names) {
    for (;;) {
      const target = { resource: deployments, namespace: platformNamespace, name }
      const available = conditionOf(
        (await getObject(client, target, {}, signal)) ?? {},
        'Available',
      )
      if (available?.status === 'True') break
      if (client.clock.now() > until) {
        const why = available?.message ?? 'it has no status yet'
        throw new SiteError('not-ready', `Deployment ${platformNamespace}/${name}: ${why}`)
      }
      await sleepOn(client.clock, lookMilliseconds, signal)
    }
  }
  return `${names.map((name) => `Deployment ${name}`).join(' and ')} are available`
}
