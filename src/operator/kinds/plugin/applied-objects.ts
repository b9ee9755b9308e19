import type { Plugin } from '../../../kinds/plugin.ts'
import { type KubeObject, formatApiVersion, textAt } from '../../../objects/kube-object.ts'
import { readManifest } from '../../../release/desired/read-manifest.ts'
import type { ReleasePorts } from '../../../release/ports.ts'
import type { ObjectName, ReleaseRecord } from '../../../release/release.ts'
import {
  type DigestedObject,
  ownedFieldsDigest,
  digestOfAll,
} from '../../clusters/owned-fields-digest.ts'
import type { Outcome } from './outcome.ts'

/** An object that a verb applied, as the server answered. */
export interface Touched {
  readonly id: ObjectName
  readonly live: KubeObject
}

type Applied = Pick<Extract<Outcome, { readonly revision: number }>, 'applied' | 'versions'>

/**
 * The kinds and the number of objects of a release. If a verb had nothing to change, they come from the status of
 * before, or from the record if a process ended between the record and the status.
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
  const mark = digestOfAll(
    [...touched].map(([text, { live }]) => ({ text, mark: ownedFieldsDigest(live) })),
  )
  const applied = { kinds: uniqueOf(kinds), objects: touched.size, mark }
  return { applied, versions: versionsOf(touched) }
}

/**
 * The mark of a release of which some objects were applied again: the others count as they were seen before, so that a
 * change since then is looked at. Undefined when names do not tell the objects apart.
 */
export function markAfter(
  before: readonly DigestedObject[],
  touched: ReadonlyMap<string, Touched>,
  expected: number,
): string | undefined {
  const marks = new Map(before.map(({ text, mark }) => [text, mark]))
  if (marks.size < before.length) return undefined
  for (const [text, { live }] of touched) marks.set(text, ownedFieldsDigest(live))
  if (marks.size > expected) return undefined
  const all = [...marks].map(([text, mark]) => ({ text, mark }))
  return digestOfAll(all, expected - all.length)
}

/** Keeps what a verb reports of objects of the release. */
export function noteTouched(touched: Map<string, Touched>): ReleasePorts['report'] {
  return (event) => {
    // Namespaces and definitions that come along are no objects of the release.
    if (event.type !== 'object' || event.live === undefined) return
    const { object: id, live } = event
    touched.set(textOfId(id), { id, live })
  }
}

/** The states of objects as they were applied. */
export function versionsOf(touched: ReadonlyMap<string, Touched>): ReadonlyMap<string, string> {
  return new Map(
    [...touched].map(([text, { live }]) => [text, textAt(live, ['metadata', 'resourceVersion'])]),
  )
}

// An object as `ReleaseObjects` names it.
function textOfId({ kind, namespace, name }: ObjectName): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`
}

function uniqueOf(kinds: readonly string[]): readonly string[] {
  return [...new Set(kinds)].toSorted()
}
