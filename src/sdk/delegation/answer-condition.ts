import { apiVersion } from '../../kinds/group.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { type KubeObject, listAt, nameOf, textAt } from '../../objects/kube-object.ts'
import { askedConditions } from './asked-conditions.ts'

/** The words of an operator about a condition. */
export interface Answer {
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

export interface AnswerPlace {
  readonly cluster: string
  readonly condition: string
  /** One for each condition: an apply takes back what the same manager applied before and leaves out now. */
  readonly fieldManager: string
}

const longestMessage = 32_768
const mostConflicts = 20

/**
 * Writes one condition and nothing else, if it is still asked for: the write names the version of the Cluster that said so.
 * Says whether it was written.
 */
export async function answerCondition(
  client: KubeClient,
  place: AnswerPlace,
  answer: Answer,
  signal: AbortSignal,
): Promise<boolean> {
  for (let conflicts = 0; ; conflicts++) {
    const found = await readAsked(client, place, signal)
    if (found === undefined) return false
    try {
      const how = { subresource: 'status', force: true, fieldManager: place.fieldManager } as const
      const body = bodyOf(found, place, answer, client.clock.now())
      await applyObject(client, resourceOf(clusterKind), body, how, signal)
      return true
    } catch (error) {
      if (isKubeError(error, 'not-found')) return false
      // Somebody wrote meanwhile: whether it is still asked for is looked at again.
      if (!isKubeError(error, 'conflict') || conflicts === mostConflicts) throw error
    }
  }
}

/** The Cluster as it is now; undefined when it does not ask for the condition. */
export async function readAsked(
  client: KubeClient,
  { cluster: name, condition }: Pick<AnswerPlace, 'cluster' | 'condition'>,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const found = await getObject(client, { resource: resourceOf(clusterKind), name }, {}, signal)
  if (found === undefined) return undefined
  const asked = askedConditions(found, client.clock.now())
  return asked.some((one) => one.condition === condition) ? found : undefined
}

function bodyOf(
  found: KubeObject,
  { condition: type }: AnswerPlace,
  { status, reason, message }: Answer,
  now: number,
): KubeObject {
  const all = listAt(found, ['status', 'conditions'])
  const before = all.find((one) => textAt(one, ['type']) === type)
  const moment = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
  const since = textAt(before, ['lastTransitionTime'])
  const isSame = textAt(before, ['status']) === status && since !== ''
  const lastTransitionTime = isSame ? since : moment
  const text = message.slice(0, longestMessage)
  const condition = { type, status, reason, message: text, lastTransitionTime }
  const resourceVersion = textAt(found, ['metadata', 'resourceVersion'])
  return {
    apiVersion,
    kind: clusterKind.kind,
    metadata: { name: nameOf(found), resourceVersion },
    status: { conditions: [condition] },
  }
}
