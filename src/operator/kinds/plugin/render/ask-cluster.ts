import { queryOf } from '../../../../chart/render/render-round.ts'
import { answerFrom } from '../../../../release/render/answer-lookup.ts'
import type { ReleasePorts } from '../../../../release/ports.ts'
import { lookupDigests } from '../../../../release/render/render-release.ts'
import { type Asked, type ClusterFacts, apisDigest } from './inputs-key.ts'

const digests = new WeakMap<object, string>()

type Cluster = Pick<ReleasePorts, 'client' | 'discovery'>

/** The facts of a cluster about itself, as far as they are asked for. */
export async function servedFacts(
  wanted: { readonly version: boolean; readonly apis: boolean },
  { discovery }: Pick<Cluster, 'discovery'>,
  signal: AbortSignal,
): Promise<Omit<ClusterFacts, 'lookups'>> {
  const version = wanted.version ? (await discovery.serverVersion(signal)).gitVersion : ''
  const apis = wanted.apis ? digestOf(await discovery.apiVersions(signal)) : ''
  return { version, apis }
}

// Made once for each answer of the server: thousands of plugins ask.
function digestOf(apiVersions: readonly string[]): string {
  const digest = digests.get(apiVersions) ?? apisDigest(apiVersions)
  digests.set(apiVersions, digest)
  return digest
}

/** Asks again what was looked up. */
export async function lookUpAgain(
  keys: readonly string[],
  cluster: Cluster,
  signal: AbortSignal,
): Promise<ClusterFacts['lookups']> {
  const answer = answerFrom(cluster, signal)
  const found = keys.map(async (key) => [key, await answer(queryOf(key))] as const)
  return lookupDigests(new Map(await Promise.all(found)))
}

/** Whether a render that asked this would be told the same now. */
export async function isStillTrue(
  asked: Asked,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<boolean> {
  const wanted = { version: asked.version !== undefined, apis: asked.apis !== undefined }
  const { version, apis } = await servedFacts(wanted, cluster, signal)
  if (asked.version !== undefined && asked.version !== version) return false
  if (asked.apis !== undefined && asked.apis !== apis) return false
  const before = Object.entries(asked.lookups)
  if (before.length === 0) return true
  const now = await lookUpAgain(Object.keys(asked.lookups), cluster, signal)
  return before.every(([key, digest]) => now[key] === digest)
}
