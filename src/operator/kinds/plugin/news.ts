import { type Json, equalJson } from '../../../objects/json.ts'
import { type KubeObject, conditionsOf, readPath, textAt } from '../../../objects/kube-object.ts'

/** Whether two states of a plugin say different things to those who depend on it. */
export function tellsNews(before: KubeObject, now: KubeObject): boolean {
  return !equalJson(newsOf(before), newsOf(now))
}

function newsOf(object: KubeObject): Json {
  const status = readPath(object, ['status'])
  const states = conditionsOf(object)
    .filter(({ type }) => type === 'Installed' || type === 'Healthy')
    .map(({ type, status: is }) => `${type}=${is}`)
  return [
    states.toSorted(),
    textAt(status, ['version']),
    readPath(status, ['observedGeneration']) ?? 0,
    readPath(status, ['waitingFor']) !== undefined,
    textAt(object, ['metadata', 'deletionTimestamp']),
  ]
}
