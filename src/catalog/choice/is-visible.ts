import type { Extension } from '../../kinds/extension.ts'

/** A namespace that wants to use an Extension. */
export interface AskingNamespace {
  readonly name: string
  readonly isPlatform: boolean
  /** Undefined while they cannot be read. */
  readonly labels: Readonly<Record<string, string>> | undefined
}

/** Whether a namespace may use an Extension; undefined when only labels that cannot be read could tell. */
export function isVisible(
  { visibility }: Pick<Extension['spec'], 'visibility'>,
  { name, isPlatform, labels }: AskingNamespace,
): boolean | undefined {
  if (visibility === undefined || isPlatform || visibility.namespaces.includes(name)) return true
  const wanted = Object.entries(visibility.namespaceLabels ?? {})
  if (wanted.length === 0) return false
  return labels && wanted.every(([key, value]) => labels[key] === value)
}

/** Whether it takes the labels of a namespace to know that. */
export function dependsOnLabels(
  spec: Pick<Extension['spec'], 'visibility'>,
  asking: Omit<AskingNamespace, 'labels'>,
): boolean {
  return isVisible(spec, { ...asking, labels: undefined }) === undefined
}
