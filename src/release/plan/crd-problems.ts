import { type KubeObject, kindOf } from '../../objects/kube-object.ts'
import { crdDangers } from './crd/crd-dangers.ts'
import type { Problem } from './plan.ts'

/** So many dangers of one definition are listed; the rest is counted. */
const mostTold = 20

/** The dangers of a change to a definition of custom resources; none for other kinds. */
export function crdProblems(
  live: KubeObject,
  after: KubeObject,
  choice: 'refuse' | 'accept',
): readonly Problem[] {
  const { group, kind } = kindOf(live)
  if (group !== 'apiextensions.k8s.io' || kind !== 'CustomResourceDefinition') return []
  const blocking = choice === 'refuse'
  const dangers = crdDangers(live, after).map(({ rule, path, message }): Problem => ({
    is: 'crd-danger',
    rule,
    path,
    message: `${path} ${message}`,
    blocking,
  }))
  const rest = dangers.length - mostTold
  if (rest <= 0) return dangers
  const message = `and ${rest} more like these`
  return [
    ...dangers.slice(0, mostTold),
    { is: 'crd-danger', rule: 'more', path: '', message, blocking },
  ]
}
