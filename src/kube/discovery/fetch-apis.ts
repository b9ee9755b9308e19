import type { Json } from '../../objects/json.ts'
import { textAt } from '../../objects/kube-object.ts'
import type { KubeClient } from '../client.ts'
import { readJson } from '../json.ts'
import { readAggregated } from './aggregated.ts'
import { readLegacy } from './legacy.ts'
import type { ServedApis } from './served-apis.ts'

const aggregated = ['v2', 'v2beta1'].map(
  (version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
)

/**
 * Everything that a server serves: two requests where it gathers that itself (since 1.26), one for
 * each group and version otherwise. A group that does not answer is noted and fails nothing else.
 */
export async function fetchApis(client: KubeClient, signal: AbortSignal): Promise<ServedApis> {
  const parts = await Promise.all(['/api', '/apis'].map((root) => fetchRoot(client, root, signal)))
  return {
    resources: parts.flatMap(({ resources }) => resources),
    unavailable: parts.flatMap(({ unavailable }) => unavailable),
  }
}

async function fetchRoot(
  client: KubeClient,
  root: string,
  signal: AbortSignal,
): Promise<ServedApis> {
  const accept = [...aggregated, 'application/json'].join(',')
  const answer = await client.exchange({ method: 'GET', path: root, accept }, signal)
  const body: Json = readJson(answer.bytes)
  if (textAt(body, ['kind']) === 'APIGroupDiscoveryList') return readAggregated(body)
  return readLegacy(client, root, body, signal)
}
