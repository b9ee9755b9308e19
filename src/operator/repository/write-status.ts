import { isDeepStrictEqual } from 'node:util'
import { datedConditions } from '../../kinds/conditions.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { type Repository, repositoryKind } from '../../kinds/repository.ts'
import { applyObject } from '../../kube/apply-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import type { ChartOrigin } from '../../catalog/catalog.ts'
import type { Findings } from './status.ts'

/** What is the same for every status that we write. */
export interface StatusFacts {
  readonly origin: ChartOrigin
  /** Milliseconds since 1970. */
  readonly now: number
  readonly before: Repository['status']
}

/** Applies the status of a Repository; nothing is sent when it says the same as before. */
export async function writeStatus(
  client: KubeClient,
  object: KubeObject,
  findings: Findings,
  facts: StatusFacts,
  signal: AbortSignal,
): Promise<void> {
  const status = statusObject(findings, facts)
  if (isDeepStrictEqual(status, plain(object['status']))) return
  const name = nameOf(object)
  const metadata = { name, namespace: namespaceOf(object) }
  const body = { apiVersion, kind: repositoryKind.kind, metadata, status }
  const options = { subresource: 'status', force: true }
  try {
    await applyObject(client, resourceOf(repositoryKind), body, options, signal)
  } catch (error) {
    // It was deleted meanwhile, and the next pass hears of that.
    if (!isKubeError(error, 'not-found')) throw error
  }
}

function statusObject({ conditions, index, retried }: Findings, facts: StatusFacts): JsonObject {
  const { before, origin, now } = facts
  const dated = datedConditions(conditions, before.conditions ?? [], timeOf(now))
  return plain({
    observedGeneration: conditions[0]?.observedGeneration,
    conditions: dated,
    origin,
    ...(retried === '' ? {} : { retried }),
    ...(index === undefined
      ? {}
      : {
          digest: `sha256:${index.digest}`,
          charts: index.charts,
          versions: index.versions,
          refreshedAt: timeOf(index.at),
        }),
  })
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The value as JSON has it: nothing undefined, nothing but what arrives. */
function plain(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value ?? {})) as JsonObject
}
