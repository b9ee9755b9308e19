import { equalJson, fieldOf, type JsonObject } from '../../objects/json.ts'
import { readPath, textAt } from '../../objects/kube-object.ts'
import { childOf, ensureChild, type Draft } from '../registry/draft.ts'

// Kubernetes still counts the templates of a daemon set and tells the count in an annotation.

const annotation = 'deprecated.daemonset.template.generation'

/** An object without the annotation has the count of none. */
export function completeTemplateCount(draft: Draft): void {
  const annotations = ensureChild(ensureChild(draft, 'metadata'), 'annotations')
  const told = annotations[annotation]
  const isCount = typeof told === 'string' && /^-?\d+$/.test(told)
  if (!isCount) annotations[annotation] = '0'
}

export function beginTemplateCount(draft: Draft): void {
  write(draft, 1)
}

export function countTemplates(draft: Draft, old: JsonObject): void {
  const before = Number(textAt(old, ['metadata', 'annotations', annotation]) || 0)
  const template = ['spec', 'template']
  const isSame = equalJson(fieldOf(childOf(draft, 'spec'), 'template'), readPath(old, template))
  write(draft, isSame ? before : before + 1)
}

function write(draft: Draft, count: number): void {
  ensureChild(ensureChild(draft, 'metadata'), 'annotations')[annotation] = String(count)
}
