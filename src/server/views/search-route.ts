import { visibleExtensions } from '../../actions/catalogue/visible-extensions.ts'
import { extensionKind } from '../../kinds/extension.ts'
import {
  nameOf,
  namespaceOf,
  conditionOf,
  textAt,
  type KubeObject,
} from '../../objects/kube-object.ts'
import { type ChartPorts, catalogueOf } from '../charts/chart-actions.ts'
import type { DeniedRight } from '../contract.ts'
import { ProblemError } from '../http/problem.ts'
import { told } from '../http/told-problem.ts'
import type { JsonSchema, Reply, Route, SignedCall } from '../http/route.ts'
import {
  listOf,
  namespaceFilter,
  shape,
  text,
  textOf,
  texts,
  whole,
} from '../http/schema-shapes.ts'
import { newestRevisions } from '../releases/read-releases.ts'
import type { Noun } from '../resources/kind-routes.ts'
import { searchTexts } from '../resources/page-of.ts'
import { hasWords } from '../resources/rows-page.ts'
import { schemaNamed } from '../resources/schemas.ts'
import { readKind } from './read-kinds.ts'

/** The schemas of a search. */
export const searchSchemas: Readonly<Record<string, JsonSchema>> = {
  SearchHit: shape('Something that was found.', {
    noun: { type: 'string', description: 'The word of its collection, such as plugins.' },
    namespace: text,
    name: text,
    title: text,
    summary: text,
    path: { type: 'string', description: 'Where this API has it.' },
  }),
  SearchResult: shape('What was found, the best first.', {
    items: listOf(schemaNamed('SearchHit')),
    total: whole,
    counts: {
      type: 'object',
      description: 'How many of each noun, also those that are cut off.',
      additionalProperties: { type: 'integer' },
    },
    denied: listOf(schemaNamed('DeniedRight')),
    notices: texts,
  }),
}

interface Hit {
  readonly noun: string
  readonly namespace: string
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly path: string
}

/** The hits of one part of a search. */
interface Found {
  readonly hits: readonly Hit[]
  readonly denied?: readonly DeniedRight[]
  readonly notices?: readonly string[]
}

/** Finds words in everything that the asker may see: objects of every kind, releases and charts. */
export function searchRoute(nouns: readonly Noun[], charts: ChartPorts): Route {
  const words = [...nouns.map(({ plural }) => plural), 'releases', 'charts']
  return {
    for: 'signed-in',
    tag: 'search',
    method: 'GET',
    path: '/api/v1/search',
    operationId: 'search',
    summary: 'Finds words in objects of every kind, releases and charts',
    query: {
      q: {
        description: 'Words that must all be in it.',
        schema: { type: 'string', minLength: 1, maxLength: 200 },
        example: 'dns',
        required: true,
      },
      nouns: {
        description: 'Where to look, with commas between; everywhere unless given.',
        schema: { type: 'string', pattern: `^(${words.join('|')})(,(${words.join('|')}))*$` },
        example: 'plugins,charts',
      },
      limit: {
        description: 'How many at most.',
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
        example: 20,
      },
      ...namespaceFilter,
    },
    answers: { 200: { description: 'The hits.', schema: schemaNamed('SearchResult') } },
    run: (call) => search(nouns, charts, call),
  }
}

async function search(
  nouns: readonly Noun[],
  charts: ChartPorts,
  call: SignedCall,
): Promise<Reply> {
  const { query } = call
  const words = textOf(query['q'])
  const only = textOf(query['nouns'])
  const isWanted = (noun: string) => only === '' || only.split(',').includes(noun)
  const parts = await Promise.all([
    ...nouns.filter(({ plural }) => isWanted(plural)).map((noun) => inKind(noun, words, call)),
    ...(isWanted('releases') ? [deniedAsFound(inReleases(words, call))] : []),
    ...(isWanted('charts') ? [deniedAsFound(inCharts(words, charts, call))] : []),
  ])
  const hits = parts.flatMap((part) => part.hits).toSorted(byRank(words))
  const counts: Record<string, number> = {}
  for (const { noun } of hits) counts[noun] = (counts[noun] ?? 0) + 1
  const items = hits.slice(0, Number(query['limit'] ?? 50))
  const denied = parts.flatMap((part) => part.denied ?? [])
  const notices = parts.flatMap((part) => part.notices ?? [])
  return { status: 200, body: { items, total: hits.length, counts, denied, notices } }
}

async function inKind(noun: Noun, words: string, call: SignedCall): Promise<Found> {
  const { objects, denied } = await readKind(noun.definition, call, textOf(call.query['namespace']))
  const fitting = objects.filter((one) => hasWords(words, searchTexts(one)))
  const isUsable = await usableIn(noun, call)
  return { hits: fitting.filter(isUsable).map((one) => hitOf(noun, one)), denied }
}

// In a namespace, Extensions are found that it may use.
async function usableIn({ definition }: Noun, { query, client, signal }: SignedCall) {
  const namespace = textOf(query['namespace'])
  if (definition.kind !== extensionKind.kind || namespace === '') return () => true
  return await told(() => visibleExtensions(client, namespace, signal))
}

function hitOf({ plural }: Noun, object: KubeObject): Hit {
  const [namespace, name] = [namespaceOf(object), nameOf(object)]
  const place = namespace === '' ? name : `${namespace}/${name}`
  const { message = '' } = conditionOf(object, 'Ready') ?? {}
  return {
    noun: plural,
    namespace,
    name,
    title: textAt(object, ['spec', 'displayName']) || name,
    summary: textAt(object, ['spec', 'description']) || message,
    path: `/api/v1/${plural}/${place}`,
  }
}

async function inReleases(words: string, call: SignedCall): Promise<Found> {
  const revisions = await newestRevisions(call, textOf(call.query['namespace']))
  const fitting = revisions.filter((one) => hasWords(words, [one.namespace, one.name, one.status]))
  return {
    hits: fitting.map(({ namespace, name, revision, status }) => ({
      noun: 'releases',
      namespace,
      name,
      title: name,
      summary: `revision ${revision}, ${status}`,
      path: `/api/v1/releases/${namespace}/${name}`,
    })),
  }
}

async function inCharts(words: string, ports: ChartPorts, call: SignedCall): Promise<Found> {
  const { charts, notices } = await catalogueOf(ports, call, {})
  const fitting = charts.filter(({ name, description, keywords, category }) =>
    hasWords(words, [name, description, category, ...keywords]),
  )
  const hits = fitting.map(({ name, repository, description }): Hit => {
    const [namespace = ''] = repository.split('/')
    const path = `/api/v1/charts/${repository}/${encodeURIComponent(name)}`
    return { noun: 'charts', namespace, name, title: name, summary: description, path }
  })
  return { hits, notices }
}

/** A part that the asker may not look into is named and left out. */
async function deniedAsFound(part: Promise<Found>): Promise<Found> {
  try {
    return await part
  } catch (error) {
    if (!(error instanceof ProblemError) || error.facts.denied === undefined) throw error
    return { hits: [], denied: [error.facts.denied] }
  }
}

/** Names that are the words first, then those that begin with them, then the others; by name among equals. */
function byRank(words: string): (a: Hit, b: Hit) => number {
  const wanted = words.trim().toLowerCase()
  const rank = ({ name }: Hit) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2)
  const keyOf = (hit: Hit) => `${rank(hit)} ${hit.name} ${hit.noun} ${hit.namespace}`
  return (a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)
}
