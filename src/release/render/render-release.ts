import { createHash } from 'node:crypto'
import { clusterCapabilities } from '../../chart/capabilities.ts'
import type { Table } from '../../chart/chart.ts'
import {
  type ReleaseRender,
  type RenderRound,
  type Round,
  type RoundInput,
  type RoundRequest,
  queryOf,
  renderRound,
} from '../../chart/render/render-round.ts'
import { checkInstallable } from '../../chart/render/render.ts'
import type { ReleaseFacts } from '../../chart/render/render-values.ts'
import {
  type AnswerLookup,
  type LookupRender,
  renderWithLookups,
} from '../../chart/render/render-with-lookups.ts'
import { fetchingDocuments } from '../../chart/render/with-documents.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import { answerFrom } from './answer-lookup.ts'
import type { ReleasePorts } from '../ports.ts'
import type { PreferredValues, RenderInput, RenderedRelease } from './render-input.ts'
import type { Localised } from '../transform/localise-images.ts'
import type { TransformedRender } from '../transform/localise-render.ts'

type Ports = Pick<
  ReleasePorts,
  'client' | 'discovery' | 'entropy' | 'report' | 'round' | 'documents' | 'render'
>

type Lookups = RoundInput['answers']
type LookupAnswer = Awaited<ReturnType<AnswerLookup>>

/** Renders a chart for a cluster: with its capabilities, and with its answers to lookups. */
export async function renderRelease(
  input: RenderInput,
  release: ReleaseFacts,
  ports: Ports,
  signal: AbortSignal,
): Promise<RenderedRelease> {
  const made =
    ports.render === undefined
      ? await renderHere(input, release, ports, signal)
      : await ports.render(input, release, signal)
  for (const message of made.rendered.localised?.foreign ?? []) {
    ports.report({ type: 'foreign-image', message })
  }
  return made
}

async function renderHere(
  input: RenderInput,
  release: ReleaseFacts,
  ports: Ports,
  signal: AbortSignal,
): Promise<RenderedRelease> {
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
  const render = (asked: RoundRequest, given: RoundInput) =>
    renderWithLookups({
      name: chart.metadata.name,
      round: roundOf(asked, ports, signal),
      answer,
      given,
    })
  const plain = await render(request, { answers, recordedEntropy: input.entropy })
  const again = { answers: plain.lookups, recordedEntropy: plain.rendered.entropy }
  const told = await preferredRender(
    input.preferred,
    plain,
    (other) => render({ ...request, values: other }, again),
    signal,
  )
  const { rendered, lookups } = told ?? plain
  const transformed = (await input.transform?.(rendered, signal)) ?? rendered
  const localised = told === undefined ? transformed : withMoves(transformed, told.moved)
  return {
    rendered: input.complete === undefined ? localised : await input.complete(localised, signal),
    lookups: lookupDigests(lookups),
    ...(told === undefined ? {} : { values: told.values }),
  }
}

type Plain = LookupRender<ReleaseRender>

/** The render with the preferred values; undefined when it is another release, or when the chart refuses them. */
async function preferredRender(
  preferred: PreferredValues | undefined,
  plain: Plain,
  render: (values: Table) => Promise<Plain>,
  signal: AbortSignal,
) {
  if (preferred === undefined) return undefined
  const { values, agree } = preferred
  try {
    const other = await render(values)
    const moved = await agree(plain.rendered, other.rendered, signal)
    return moved && { ...other, values, moved }
  } catch {
    // The chart renders without them, which is what counts.
    signal.throwIfAborted()
    return undefined
  }
}

// Where images were is what the chart says without them.
function withMoves(rendered: TransformedRender, moved: Localised['moved']): TransformedRender {
  return { ...rendered, localised: { foreign: [], ...rendered.localised, moved } }
}

function roundOf(
  request: RoundRequest,
  ports: Ports,
  signal: AbortSignal,
): (given: RoundInput) => Round<ReleaseRender> | Promise<Round<ReleaseRender>> {
  const { documents } = ports
  const here =
    documents === undefined ? roundHere(ports) : fetchingDocuments(documents)(roundHere(ports))
  const round = ports.round ?? here
  return (given) => round(request, given, signal)
}

function roundHere({ entropy: openEntropy, report }: Ports): RenderRound {
  const entropy = openEntropy()
  return async ({ chart, values, release, gitVersion, apiVersions, skipSchema }, given) => {
    const request = {
      values,
      release,
      skipSchema,
      capabilities: clusterCapabilities(gitVersion, apiVersions),
      entropy,
      warn: (message: string) => report({ type: 'warning', message }),
    }
    return renderRound(chart, request, given)
  }
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
