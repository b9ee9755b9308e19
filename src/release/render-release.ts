import { createHash } from 'node:crypto'
import { clusterCapabilities } from '../chart/capabilities.ts'
import { replayDraws } from '../chart/draws.ts'
import { checkInstallable } from '../chart/render.ts'
import type { ReleaseFacts } from '../chart/render-values.ts'
import { type AnswerLookup, queryOf, renderWithLookups } from '../chart/render-with-lookups.ts'
import { encodeJson } from '../formats/json/encode.ts'
import { answerFrom } from './answer-lookup.ts'
import type { ReleasePorts } from './ports.ts'
import type { RenderWish, RenderedRelease } from './render-wish.ts'

/** Renders a chart for a cluster: with its capabilities, and with its answers to lookups. */
export async function renderRelease(
  wish: RenderWish,
  release: ReleaseFacts,
  ports: Pick<ReleasePorts, 'client' | 'discovery' | 'draws' | 'report' | 'render'>,
  signal: AbortSignal,
): Promise<RenderedRelease> {
  if (ports.render !== undefined) return ports.render(wish, release, signal)
  checkInstallable(wish.chart)
  const answer = answerFrom(ports, signal)
  const [version, apiVersions, known] = await Promise.all([
    ports.discovery.serverVersion(signal),
    ports.discovery.apiVersions(signal),
    answerKnown(wish.lookups ?? [], answer),
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
      lookups: known,
      warn: (message) => ports.report({ type: 'warning', message }),
    },
    answer,
  )
  const digests = [...lookups].map(([key, answer]) => [key, digestOf(answer)] as const)
  const transformed = wish.transform === undefined ? rendered : wish.transform(rendered)
  return { rendered: transformed, lookups: Object.fromEntries(digests) }
}

type Answer = Awaited<ReturnType<AnswerLookup>>

async function answerKnown(
  keys: readonly string[],
  answer: AnswerLookup,
): Promise<ReadonlyMap<string, Answer>> {
  const answered = keys.map(async (key) => [key, await answer(queryOf(key))] as const)
  return new Map(await Promise.all(answered))
}

function digestOf(answer: Parameters<typeof encodeAnswer>[0]): string {
  return `sha256:${createHash('sha256').update(encodeAnswer(answer)).digest('hex')}`
}

function encodeAnswer(
  answer: { readonly value: Parameters<typeof encodeJson>[0] } | { readonly error: string },
): string {
  return 'value' in answer ? encodeJson(answer.value, { html: false }) : answer.error
}
