import { findRemovedApi } from '../../objects/api/removed-apis.ts'
import { formatApiVersion } from '../../objects/kube-object.ts'
import type { ObjectName } from '../release.ts'
import type { Problem } from './plan.ts'

/** Why a kind may not be served: it comes with the plan, it was removed, or nobody knows it. */
export function apiProblems(
  id: ObjectName,
  definesKind: (kind: string) => boolean,
): readonly Problem[] {
  const { group, version, kind } = id
  const apiVersion = formatApiVersion(group, version)
  if (definesKind(`${group}/${version}/${kind}`))
    return [
      {
        is: 'unverifiable',
        because: 'kind',
        message: `${apiVersion} ${kind} is not there before this plan is carried out`,
        blocking: false,
      },
    ]
  const removed = findRemovedApi(id)
  if (removed === undefined)
    return [
      {
        is: 'not-served',
        message: `the server does not know ${apiVersion} ${kind}`,
        blocking: true,
      },
    ]
  const { removedIn, replacement } = removed
  const advice = replacement === undefined ? 'there is no replacement' : `use ${replacement}`
  const message = `${apiVersion} ${kind} was removed in Kubernetes 1.${removedIn}: ${advice}`
  return [
    {
      is: 'removed-api',
      message,
      blocking: true,
      ...(replacement === undefined ? {} : { replacement }),
    },
  ]
}
