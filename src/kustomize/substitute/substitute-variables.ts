// Variables in built objects, as Flux substitutes them after a build (`postBuild`).

import type { Value } from '../../formats/value.ts'
import { KustomizeError } from '../errors.ts'
import { type SubstitutionBudget, type Variables, evaluate } from './evaluate.ts'
import { parseExpression } from './expression.ts'

/** On an object, as a label or annotation: `disabled` leaves the object as it is. */
const marker = 'kustomize.toolkit.fluxcd.io/substitute'
const variableName = /^[_A-Za-z][_A-Za-z0-9]*$/

/** The text with variables filled in. Without any variable nothing is touched, also not what has a default. */
export function substituteVariables(
  text: string,
  variables: Variables,
  budget: SubstitutionBudget,
): string {
  for (const name of variables.keys()) {
    if (variableName.test(name)) continue
    const wanted = 'wanted letters, digits and _, and no digit first'
    throw new KustomizeError('invalid', `'${name}' is no name of a variable: ${wanted}`)
  }
  if (variables.size === 0 || !text.includes('$')) return text
  return evaluate(parseExpression(text), variables, budget)
}

/** Whether an object wants to stay as it is. */
export function isLeftOut(object: ReadonlyMap<string, Value>): boolean {
  const metadata = object.get('metadata')
  if (!(metadata instanceof Map)) return false
  return ['labels', 'annotations'].some((field) => {
    const marks = metadata.get(field)
    return marks instanceof Map && marks.get(marker) === 'disabled'
  })
}
