import type { Plugin } from '../../../kinds/plugin.ts'
import { type KubeObject, formatApiVersion, textAt } from '../../../objects/kube-object.ts'
import { readManifest } from '../../../release/desired/read-manifest.ts'
import type { ObjectName, ReleaseRecord } from '../../../release/release.ts'
import { markOf, markOfAll } from '../../clusters/object-marks.ts'
import type { Outcome } from './outcome.ts'

/** An object that a verb applied, as the server answered. */
export interface Touched {
  readonly id: ObjectName
  readonly live: KubeObject
}

type Applied = Pick<Extract<Outcome, { readonly revision: number }>, 'applied' | 'versions'>

/**
 * The kinds and the number of objects of a release. A verb that had nothing to change applied nothing: then the status of
 * before tells, or the record, if a process ended after it wrote the record and before it wrote the status.
 */
export function appliedObjects(
  touched: ReadonlyMap<string, Touched>,
  record: Pick<ReleaseRecord, 'manifest' | 'version'>,
  status: Pick<Plugin['status'], 'revision' | 'kinds'>,
): Applied {
  const isTold = status.kinds !== undefined && status.revision === record.version
  if (touched.size === 0 && isTold) return {}
  if (touched.size === 0) {
    const objects = readManifest(record.manifest ?? '')
    const kinds = objects.map(({ apiVersion, kind }) => `${apiVersion}/${kind}`)
    return { applied: { kinds: uniqueOf(kinds), objects: objects.length } }
  }
  const kinds = [...touched.values()].map(
    ({ id }) => `${formatApiVersion(id.group, id.version)}/${id.kind}`,
  )
  const versions = new Map(
    [...touched].map(([text, { live }]) => [text, textAt(live, ['metadata', 'resourceVersion'])]),
  )
  const mark = markOfAll([...touched].map(([text, { live }]) => ({ text, mark: markOf(live) })))
  return { applied: { kinds: uniqueOf(kinds), objects: touched.size, mark }, versions }
}

function uniqueOf(kinds: readonly string[]): readonly string[] {
  return [...new Set(kinds)].toSorted()
}
