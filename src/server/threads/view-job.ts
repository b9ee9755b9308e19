import {
  type ExplainJob,
  type Explained,
  runExplainJob,
} from '../../actions/plugins/explain-job.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import { ReleaseError, type ReleaseErrorCode } from '../../release/errors.ts'
import { tableOfJson } from '../../release/record/values-json.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import {
  type ManifestObject,
  type RevisionDiff,
  diffOf,
  maskedObjects,
  objectsIn,
} from '../releases/release-views.ts'

/** Work that may take long and waits for nothing. Everything in it is plain data. */
export type ViewJob =
  | (ExplainJob & { readonly is: 'explain' })
  | { readonly is: 'diff'; readonly from: ReleaseRecord; readonly to: ReleaseRecord }
  | { readonly is: 'manifest'; readonly record: ReleaseRecord; readonly secrets: Secrets }

type Secrets = 'masked' | 'shown'

/** The objects of a revision, as data and as text. */
export interface ManifestView {
  readonly objects: readonly ManifestObject[]
  readonly text: string
}

export type ViewReply =
  | { readonly explained: Explained }
  | { readonly diff: RevisionDiff }
  | { readonly manifest: ManifestView }
  /** An error that can be sent; without a code when it is none of ours. */
  | { readonly failure: string; readonly code: ReleaseErrorCode | undefined }

/** Carries out a job in this thread. */
export function runViewJob(job: ViewJob): ViewReply {
  try {
    if (job.is === 'explain') return { explained: runExplainJob(job) }
    if (job.is === 'diff') return { diff: diffOf(job.from, job.to) }
    return { manifest: manifestOf(job.record, job.secrets) }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    const isManifest = error instanceof YamlError
    const code = error instanceof ReleaseError ? error.code : undefined
    return { failure, code: isManifest ? 'bad-manifest' : code }
  }
}

/** The error that a thread met. */
export function errorOf({ failure, code }: Extract<ViewReply, { failure: string }>): Error {
  return code === undefined ? new Error(failure) : new ReleaseError(code, failure)
}

function manifestOf(record: ReleaseRecord, secrets: Secrets): ManifestView {
  const all = objectsIn(record)
  const objects = secrets === 'shown' ? all : maskedObjects(all)
  const text = objects
    .map(({ object, source }) => `---\n# Source: ${source}\n${writeYaml(tableOfJson(object))}\n`)
    .join('')
  return { objects, text }
}
