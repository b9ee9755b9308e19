import type { JsonObject } from '../../objects/json.ts'
import { listAt, nameOf, textAt } from '../../objects/kube-object.ts'
import type { Draft } from '../registry/draft.ts'

/** Which names of a definition are its own, and which one is another's, if any. */
export interface NameDecision {
  readonly accepted: Draft
  readonly conflict: { readonly reason: string; readonly message: string } | undefined
}

/** Names belong to the definition of the same group that had them first. */
export function decideNames(crd: JsonObject, others: readonly JsonObject[]): NameDecision {
  const group = textAt(crd, ['spec', 'group'])
  const rivals = others.filter(
    (other) => textAt(other, ['spec', 'group']) === group && nameOf(other) !== nameOf(crd),
  )
  const resources = new Set(rivals.flatMap((other) => acceptedOf(other, ['plural', 'singular'])))
  for (const other of rivals) {
    for (const name of listAt(other, ['status', 'acceptedNames', 'shortNames'])) {
      if (typeof name === 'string') resources.add(name)
    }
  }
  const kinds = new Set(rivals.flatMap((other) => acceptedOf(other, ['kind', 'listKind'])))
  return decide(crd, resources, kinds)
}

function acceptedOf(crd: JsonObject, fields: readonly string[]): readonly string[] {
  const names = fields.map((field) => textAt(crd, ['status', 'acceptedNames', field]))
  return names.filter((name) => name !== '')
}

function decide(
  crd: JsonObject,
  resources: ReadonlySet<string>,
  kinds: ReadonlySet<string>,
): NameDecision {
  const accepted: Draft = { plural: '', kind: '' }
  let conflict: NameDecision['conflict']
  const checks = [
    ['plural', 'PluralConflict', resources],
    ['singular', 'SingularConflict', resources],
    ['kind', 'KindConflict', kinds],
    ['listKind', 'ListKindConflict', kinds],
  ] as const
  for (const [field, reason, taken] of checks) {
    const name = textAt(crd, ['spec', 'names', field])
    if (!taken.has(name)) {
      if (name !== '') accepted[field] = name
    } else conflict = { reason, message: `${JSON.stringify(name)} is already in use` }
  }
  for (const field of ['shortNames', 'categories']) {
    const names = listAt(crd, ['spec', 'names', field]).filter((name) => typeof name === 'string')
    const taken = field === 'shortNames' ? names.find((name) => resources.has(name)) : undefined
    if (taken !== undefined) {
      conflict ??= {
        reason: 'ShortNamesConflict',
        message: `${JSON.stringify(taken)} is already in use`,
      }
    } else if (names.length > 0) accepted[field] = [...names]
  }
  return { accepted, conflict }
}
