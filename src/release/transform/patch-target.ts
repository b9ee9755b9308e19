import { RegexpError, compileRegexp } from '../../formats/regexp.ts'
import {
  type KubeObject,
  annotationsOf,
  kindOf,
  labelsOf,
  nameOf,
  namespaceOf,
} from '../../objects/kube-object.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { parseLabelSelector } from '../../objects/selector/parse-label-selector.ts'
import { ReleaseError } from '../errors.ts'

/** Which objects a patch is for, as kustomize says it: what is absent matches all. */
export interface PatchTarget {
  /** Regular expressions for the whole text, as all but the selectors. */
  readonly group?: string
  readonly version?: string
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
  readonly labelSelector?: string
  readonly annotationSelector?: string
}

/** Whether a patch is for an object. */
export function targetMatcher(target: PatchTarget): (object: KubeObject) => boolean {
  const fields = {
    group: wholeText(target.group),
    version: wholeText(target.version),
    kind: wholeText(target.kind),
    name: wholeText(target.name),
    namespace: wholeText(target.namespace),
  }
  const labels = parseLabelSelector(target.labelSelector ?? '')
  const annotations = parseLabelSelector(target.annotationSelector ?? '')
  return (object) => {
    const { group, version, kind } = kindOf(object)
    return (
      fields.group(group) &&
      fields.version(version) &&
      fields.kind(kind) &&
      fields.name(nameOf(object)) &&
      fields.namespace(namespaceOf(object)) &&
      matchesLabels(labels, labelsOf(object)) &&
      matchesLabels(annotations, annotationsOf(object))
    )
  }
}

function wholeText(pattern: string | undefined): (text: string) => boolean {
  if (pattern === undefined || pattern === '') return () => true
  try {
    return compileRegexp(`^(?:${pattern})$`).matches
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error
    throw new ReleaseError('bad-patch', `the target of a patch: ${error.message}`, { cause: error })
  }
}
