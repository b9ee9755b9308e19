import { createHash } from 'node:crypto'
import { clusterCapabilities } from '../chart/capabilities.ts'
import type { Chart, Table } from '../chart/chart.ts'
import { type RecordedDraws, replayDraws } from '../chart/draws.ts'
import { type RecordedRender, checkInstallable } from '../chart/render.ts'
import type { ReleaseFacts } from '../chart/render-values.ts'
import { renderWithLookups } from '../chart/render-with-lookups.ts'
import { encodeJson } from '../formats/json/encode.ts'
import { fetchServerVersion } from '../kube/discovery/server-version.ts'
import { answerFrom } from './answer-lookup.ts'
import type { ReleasePorts } from './ports.ts'

/** What is rendered for a release. */
export interface RenderWish {
  readonly chart: Chart
  /** What the user set, all layers merged. */
  readonly values: Table
  readonly skipSchema?: boolean
  /** Draws of an earlier render, such as that of a plan, to get the same bytes. */
  readonly draws?: RecordedDraws
  /** Changes what was rendered: labels, patches, images. */
  readonly transform?: (rendered: RecordedRender) => RecordedRender
}

export interface RenderedRelease {
  readonly rendered: RecordedRender
  /** Digests of what lookups found, by what was asked. */
  readonly lookups: Readonly<Record<string, string>>
}

/** Renders a chart for a cluster: with its capabilities, and with its answers to lookups. */
export async function renderRelease(
  wish: RenderWish,
  release: ReleaseFacts,
  ports: Pick<ReleasePorts, 'client' | 'discovery' | 'draws' | 'report'>,
  signal: AbortSignal,
): Promise<RenderedRelease> {
  checkInstallable(wish.chart)
  const [version, apiVersions] = await Promise.all([
    fetchServerVersion(ports.client, signal),
    ports.discovery.apiVersions(signal),
  ])
  const fresh = ports.draws()
  const { rendered, lookups } = await renderWithLookups(
    wish.chart,
    {
      release,
      capabilities: clusterCapabilities(version.gitVersion, apiVersions),
      values: wish.values,
      draws: wish.draws === undefined ? fresh : replayDraws(wish.draws, fresh),
      ...(wish.skipSchema === undefined ? {} : { skipSchema: wish.skipSchema }),
      warn: (message) => ports.report({ type: 'warning', message }),
    },
    answerFrom(ports, signal),
  )
  const digests = [...lookups].map(([key, answer]) => [key, digestOf(answer)] as const)
  const transformed = wish.transform === undefined ? rendered : wish.transform(rendered)
  return { rendered: transformed, lookups: Object.fromEntries(digests) }
}

function digestOf(answer: Parameters<typeof encodeAnswer>[0]): string {
  return `sha256:${createHash('sha256').update(encodeAnswer(answer)).digest('hex')}`
}

function encodeAnswer(
  answer: { readonly value: Parameters<typeof encodeJson>[0] } | { readonly error: string },
): string {
  return 'value' in answer ? encodeJson(answer.value, { html: false }) : answer.error
}
