import type { Hook, Manifest } from '../../chart/render/manifests.ts'
import { readManifestHead } from '../../chart/render/manifest-head.ts'
import { splitDocuments } from './read-manifest.ts'
import type { ReleaseRecord, StoredHook } from '../release.ts'

/** The documents and hooks of a stored revision, as a render gives them. */
export function storedManifests(record: ReleaseRecord): {
  readonly manifests: readonly Manifest[]
  readonly hooks: readonly Hook[]
} {
  return {
    manifests: storedDocuments(record).map(manifestOf),
    hooks: (record.hooks ?? []).map(hookOf),
  }
}

/** The documents of a stored revision, without looking into them. */
export function storedDocuments(record: ReleaseRecord): readonly Pick<Manifest, 'path' | 'text'>[] {
  // Every document of a record ends with a line break of its own.
  const text = (record.manifest ?? '').replace(/\n$/, '')
  return splitDocuments(text)
    .map((document) => {
      const source = /^# Source: (.*)(?:\n|$)/.exec(document)
      if (source === null) return { path: '', text: document }
      return { path: source[1] ?? '', text: document.slice(source[0].length) }
    })
    .filter(({ text: one }) => one.trim() !== '')
}

function manifestOf({ path, text }: Pick<Manifest, 'path' | 'text'>): Manifest {
  const { apiVersion, kind, name } = readManifestHead(text)
  return { path, text, apiVersion, kind, name }
}

function hookOf(hook: StoredHook): Hook {
  const { apiVersion } = readManifestHead(hook.manifest)
  return {
    path: hook.path,
    text: hook.manifest,
    apiVersion,
    kind: hook.kind,
    name: hook.name,
    events: hook.events,
    weight: hook.weight ?? 0,
    deletePolicies: hook.delete_policies ?? [],
    outputLogPolicies: hook.output_log_policies ?? [],
  }
}
