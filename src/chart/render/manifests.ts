import { compareStrings } from '../../formats/go-string.ts'
import { parseInt64 } from '../../formats/parse-number.ts'
import { trimSpace } from '../../formats/unicode/space.ts'
import { ChartError } from '../errors.ts'
import { sortByKind } from './install-order.ts'
import { type ManifestHead, readManifestHead } from './manifest-head.ts'
import { splitManifests } from './split-manifests.ts'

/** A document of a rendered file. */
export interface Manifest {
  /** The template it came from, such as `chart/templates/a.yaml`. */
  readonly path: string
  readonly text: string
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}

/** A document that is not part of the release but runs at a moment of it. */
export interface Hook extends Manifest {
  readonly events: readonly string[]
  readonly weight: number
  readonly deletePolicies: readonly string[]
  readonly outputLogPolicies: readonly string[]
}

export interface SortedManifests {
  readonly manifests: readonly Manifest[]
  readonly hooks: readonly Hook[]
}

const hookEvents: ReadonlyMap<string, string> = new Map(
  [
    'pre-install',
    'post-install',
    'pre-delete',
    'post-delete',
    'pre-upgrade',
    'post-upgrade',
    'pre-rollback',
    'post-rollback',
    'test',
  ].map((event) => [event, event] as const),
).set('test-success', 'test')

/** Splits rendered files into documents and hooks, each in Helm's order of installation. */
export function sortManifests(
  files: ReadonlyMap<string, string>,
  note: (message: string) => void,
): SortedManifests {
  const manifests: Manifest[] = []
  const hooks: Hook[] = []
  for (const path of [...files.keys()].toSorted(compareStrings)) {
    if (path.slice(path.lastIndexOf('/') + 1).startsWith('_')) continue
    for (const text of splitManifests(files.get(path) ?? '')) {
      const head = readHead(path, text)
      const manifest = {
        path,
        text,
        apiVersion: head.apiVersion,
        kind: head.kind,
        name: head.name,
      }
      const events = head.annotations?.get('helm.sh/hook')
      if (events === undefined) manifests.push(manifest)
      else addHook(hooks, { manifest, events, head }, note)
    }
  }
  return { manifests: sortByKind(manifests), hooks: sortByKind(hooks) }
}

function readHead(path: string, text: string): ManifestHead {
  try {
    return readManifestHead(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ChartError('render', `YAML parse error on ${path}: ${reason}`, { cause: error })
  }
}

interface HookSource {
  readonly manifest: Manifest
  readonly events: string
  readonly head: ManifestHead
}

function addHook(hooks: Hook[], { manifest, events, head }: HookSource, note: (m: string) => void) {
  const known = words(events).map((event) => hookEvents.get(event))
  // One unknown event drops the whole document; Helm only logs it.
  if (known.includes(undefined)) {
    note(`skipping unknown hooks hookTypes=${events}`)
    return
  }
  const weight = parseInt64(head.annotations?.get('helm.sh/hook-weight') ?? '', 10)
  hooks.push({
    ...manifest,
    events: known.filter((event) => event !== undefined),
    weight: weight.ok ? Number(weight.value) : 0,
    deletePolicies: words(head.annotations?.get('helm.sh/hook-delete-policy')),
    outputLogPolicies: words(head.annotations?.get('helm.sh/hook-output-log-policy')),
  })
}

function words(list: string | undefined): string[] {
  return list === undefined ? [] : list.split(',').map((word) => trimSpace(word).toLowerCase())
}
