import type { PaceOptions } from '../../oci/client/host-pace.ts'
import type { ChartRequest } from '../../sources/chart-request.ts'
import type { AddressPolicy, Trust } from '../../sources/policy/judge.ts'
import type { Delta, MirrorLock } from '../file/lock-file.ts'
import type { ImageChoice } from '../file/mirror-file.ts'

/** Charts and images to bring to a registry: plain data, so that they can be sent to a thread. */
export interface MirrorJob {
  readonly charts: readonly {
    /** Without a version: the ranges choose. */
    readonly request: ChartRequest
    readonly versions: readonly string[]
    readonly latest: number
    readonly images: ImageChoice
  }[]
  /** Images by name. */
  readonly images: readonly string[]
  readonly to: {
    /** A registry with a folder. */
    readonly images?: string
    /** `oci://registry/folder`. */
    readonly charts?: string
  }
  readonly map: Readonly<Record<string, string>>
  /** More rows for the table of images. */
  readonly table?: string
  readonly platforms: readonly string[]
  readonly signatures: boolean
  /** Of whoever wrote the destination down. */
  readonly trust: Trust
  readonly policy: AddressPolicy
  /** Logins by host; no other host sees one. */
  readonly logins: Readonly<Record<string, NonNullable<ChartRequest['credentials']>>>
  /** Trust in the destination's certificate. */
  readonly tls?: NonNullable<ChartRequest['tls']>
  readonly pace: PaceOptions
  /** The mirror as the last run with the same inputs left it; undefined when there was none. */
  readonly before?: MirrorLock
  readonly indexFolder: string
  /** Where charts, and notes of uploads that did not end, are kept between two runs. */
  readonly contentFolder: string
}

/** The state of the mirror after a run. */
export interface MirrorOutcome {
  readonly lock: MirrorLock
  readonly delta: readonly Delta[]
  /** Bytes of blobs that travelled. */
  readonly bytes: number
  /** Images that were not there before. */
  readonly copied: number
}

/** Brings a mirror up to date, wherever that is done. */
export type RunMirror = (job: MirrorJob, signal: AbortSignal) => Promise<MirrorOutcome>
