// Which objects a target means: patterns for group, version, kind, name and namespace, and selectors
// for labels and annotations.

import { compileRegexp, type Regexp } from '../../formats/regexp.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { parseLabelSelector } from '../../objects/selector/parse-label-selector.ts'
import { KustomizeError } from '../errors.ts'
import { effectiveNamespace, type Gvk } from './res-id.ts'
import type { Resource, StringMap } from './resource.ts'

export interface Selector extends Gvk {
  readonly name: string
  readonly namespace: string
  readonly annotationSelector: string
  readonly labelSelector: string
}

/** A selector whose patterns are compiled. */
export interface IdPattern {
  readonly matchesGvk: (gvk: Gvk) => boolean
  readonly matchesName: (name: string) => boolean
  readonly matchesNamespace: (namespace: string) => boolean
}

export function idPattern(selector: Selector): IdPattern {
  const group = anchored(selector.group)
  const version = anchored(selector.version)
  const kind = anchored(selector.kind)
  return {
    matchesGvk: (gvk) => group(gvk.group) && version(gvk.version) && kind(gvk.kind),
    matchesName: anchored(selector.name),
    matchesNamespace: anchored(selector.namespace),
  }
}

function anchored(pattern: string): (text: string) => boolean {
  if (pattern === '') return () => true
  let compiled: Regexp | undefined
  try {
    compiled = compileRegexp(`^(?:${pattern})$`)
  } catch (cause) {
    const message = `the pattern ${pattern} of a target is no regular expression`
    throw new KustomizeError('invalid', message, { cause })
  }
  return compiled.matches
}

/** The resources that a target means, by what they are called now or were called first. */
export function selectResources(resources: readonly Resource[], selector: Selector): Resource[] {
  const pattern = idPattern(selector)
  const byLabels = mapMatcher(selector.labelSelector)
  const byAnnotations = mapMatcher(selector.annotationSelector)
  return resources.filter((resource) => {
    const { id, originalId } = resource
    return (
      [originalId, id].some((one) => pattern.matchesNamespace(effectiveNamespace(one))) &&
      [originalId, id].some((one) => pattern.matchesName(one.name)) &&
      pattern.matchesGvk(id) &&
      byLabels(resource.labels) &&
      byAnnotations(resource.annotations)
    )
  })
}

/** Whether labels or annotations fulfil a selector such as `app=web,tier in (a,b)`. */
export function mapMatcher(selector: string): (map: StringMap) => boolean {
  if (selector === '') return () => true
  try {
    const parsed = parseLabelSelector(selector)
    return (map) => matchesLabels(parsed, Object.fromEntries(map))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new KustomizeError('invalid', `the selector ${selector}: ${why}`, { cause })
  }
}
