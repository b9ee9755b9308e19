import type { ReleaseRecord } from '../release.ts'

/** Where the rest of a record is that one object cannot hold. */
export interface PartsPointer {
  readonly parts: number
  /** SHA-256 of the JSON text of the whole, in hex. */
  readonly digest: string
}

// Helm reads this as the manifest of the release. It lists the release and shows its history; before it changes anything it
// asks the server for each kind of the manifest that is there, and this one does not exist, so that it stops with a message
// that names it. An empty manifest would let `helm rollback` delete everything.
const kind = 'UseOutriggerForThisRelease'
const apiVersion = 'outrigger.dev/larger-than-helm-can-store'

/** A record that helm can list and nothing else; large parts are left out. */
export function stubRecord(record: ReleaseRecord, pointer: PartsPointer): ReleaseRecord {
  const { hooks: _hooks, config: _config, ...rest } = record
  const { notes: _notes, ...info } = record.info
  const { chart } = record
  return {
    ...rest,
    info,
    chart: { ...chart, lock: null, templates: null, values: null, schema: null, files: null },
    manifest: stubManifest(record, pointer),
  }
}

/** Where the rest of a record is; undefined when it is whole. Helm keeps manifests as they are. */
export function pointerOf(record: ReleaseRecord): PartsPointer | undefined {
  const { manifest } = record
  if (manifest === undefined || !manifest.includes(`\nkind: ${kind}\n`)) return undefined
  const found = /\n {2}parts: (\d+)\n {2}digest: sha256:([0-9a-f]{64})\n/.exec(manifest)
  const [, parts, digest] = found ?? []
  return parts === undefined || digest === undefined ? undefined : { parts: Number(parts), digest }
}

function stubManifest({ name }: ReleaseRecord, { parts, digest }: PartsPointer): string {
  return `---
# This release is larger than helm can store. Outrigger keeps the rest of it beside this record:
# upgrade, roll back and uninstall it with outrigger.
apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
spec:
  parts: ${parts}
  digest: sha256:${digest}
`
}
