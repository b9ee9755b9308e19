import { createHash } from 'node:crypto'
import { clusterCapabilities } from '../../chart/capabilities.ts'
import type { Chart } from '../../chart/chart.ts'
import {
  type ReleaseRender,
  type Round,
  type RoundInput,
  type RoundRequest,
  queryOf,
  renderRound,
} from '../../chart/render/render-round.ts'
import { checkInstallable } from '../../chart/render/render.ts'
import type { ReleaseFacts } from '../../chart/render/render-values.ts'
import { type AnswerLookup, renderWithLookups } from '../../chart/render/render-with-lookups.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import { answerFrom } from './answer-lookup.ts'
import type { ReleasePorts } from '../ports.ts'
import type { RenderInput, RenderedRelease } from './render-input.ts'

type Ports = Pick<ReleasePorts, 'client' | 'discovery' | 'entropy' | 'report' | 'round' | 'render'>

type Lookups = RoundInput['answers']
type LookupAnswer = Awaited<ReturnType<AnswerLookup>>

/** Renders a chart for a cluster: with its capabilities, and with its answers to lookups. */
export async function renderRelease(
  input: RenderInput,
  release: ReleaseFacts,
  ports: Ports,
  signal: AbortSignal,
): Promise<RenderedRelease> {
  if (ports.render !== undefined) return ports.render(input, release, signal)
  const { chart, values, skipSchema = false } = input
  checkInstallable(chart)
  const answer = answerFrom(ports, signal)
  const [version, apiVersions, answers] = await Promise.all([
    ports.discovery.serverVersion(signal),
    ports.discovery.apiVersions(signal),
    answerKnown(input.lookups ?? [], answer),
  ])
  const { gitVersion } = version
  const request = { chart, values, release, gitVersion, apiVersions, skipSchema }
  const { rendered, lookups } = await renderWithLookups({
    name: chart.metadata.name,
    round: roundOf(request, ports, signal),
    answer,
    given: { answers, drawn: input.entropy },
  })
  const transformed = input.transform === undefined ? rendered : input.transform(rendered)
  return { rendered: transformed, lookups: lookupDigests(lookups) }
}

function roundOf(
  request: RoundRequest,
  ports: Ports,
  signal: AbortSignal,
): (given: RoundInput) => Round<ReleaseRender> | Promise<Round<ReleaseRender>> {
  const { round } = ports
  return round === undefined
    ? roundHere(request.chart, request, ports)
    : (given) => round(request, given, signal)
}

function roundHere(
  chart: Chart,
  { values, release, gitVersion, apiVersions, skipSchema }: RoundRequest,
  { entropy, report }: Ports,
): (given: RoundInput) => Round<ReleaseRender> {
  const request = {
    values,
    release,
    skipSchema,
    capabilities: clusterCapabilities(gitVersion, apiVersions),
    entropy: entropy(),
    warn: (message: string) => report({ type: 'warning', message }),
  }
  return (given) => renderRound(chart, request, given)
}

async function answerKnown(keys: readonly string[], answer: AnswerLookup): Promise<Lookups> {
  const answered = keys.map(async (key) => [key, await answer(queryOf(key))] as const)
  return new Map(await Promise.all(answered))
}

/** Digests of answers, by what was asked: enough to see that one is another one. */
export function lookupDigests(answers: Lookups): Readonly<Record<string, string>> {
  return Object.fromEntries([...answers].map(([key, answer]) => [key, digestOf(answer)] as const))
}

function digestOf(answer: LookupAnswer): string {
  return `sha256:${createHash('sha256').update(encodeAnswer(answer)).digest('hex')}`
}

function encodeAnswer(answer: LookupAnswer): string {
  return 'value' in answer ? encodeJson(answer.value, { html: false }) : answer.error
}
