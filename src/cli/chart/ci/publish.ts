import type { Metadata } from '../../../chart/load/metadata.ts'
import type { SigningKey } from '../../../sources/sign/signing-key.ts'

/** A chart that has passed every check, packaged and signed. */
export interface ReadyChart {
  readonly folder: string
  readonly metadata: Metadata
  readonly fileName: string
  readonly archive: Uint8Array
  readonly provenance: Uint8Array | undefined
  /** Whether the same package is at the target already. */
  readonly isThere: boolean
  /** The minor versions of Kubernetes 1 that it was rendered for. */
  readonly minors: readonly number[]
}

/** Where charts go, and how. */
export interface PublishTarget {
  /** `oci://HOST/FOLDER`, or the address of a ChartMuseum. */
  readonly remote: string
  /** Whether charts get a tag for each Kubernetes version as well, such as `v1.34`. */
  readonly kubernetesTags: boolean
  /** Signs manifests in a registry. */
  readonly key: SigningKey | undefined
  readonly created: string
}

/** The outcome of publishing: all charts, or none of them. */
export type Published =
  | { readonly outcome: 'published'; readonly lines: ReadonlyMap<string, string> }
  | {
      readonly outcome: 'refused'
      /** The folder of the chart that was refused. */
      readonly folder: string
      readonly why: string
      /** Versions and tags that this run had published and could not take back. */
      readonly left: readonly string[]
    }

/** A step that can be taken back. */
export interface Undo {
  readonly what: string
  readonly run: (signal: AbortSignal) => Promise<void>
}

const patience = 60_000

/** Publishes charts one after the other. When one is refused, what came before is taken back. */
export async function publishAll(
  charts: readonly ReadyChart[],
  publish: (chart: ReadyChart, undo: Undo[]) => Promise<string>,
  signal: AbortSignal,
): Promise<Published> {
  const undo: Undo[] = []
  const lines = new Map<string, string>()
  for (const chart of charts) {
    try {
      lines.set(chart.folder, await publish(chart, undo))
    } catch (error) {
      const left = await takeBack(undo)
      signal.throwIfAborted()
      if (!isRefusal(error)) throw error
      return { outcome: 'refused', folder: chart.folder, why: error.message, left }
    }
  }
  return { outcome: 'published', lines }
}

async function takeBack(undo: readonly Undo[]): Promise<readonly string[]> {
  // The run may be at its end because somebody interrupted it.
  const signal = AbortSignal.timeout(patience)
  const left: string[] = []
  for (const { what, run } of undo.toReversed()) {
    try {
      await run(signal)
    } catch (error) {
      if (!isRefusal(error)) throw error
      left.push(what)
    }
  }
  return left
}

/** An error of a registry or repository, in contrast to a fault of ours. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error
}
