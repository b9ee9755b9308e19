import { reviewAccess } from '../../kube/objects/review-access.ts'
import type { Clock } from '../../std/clock.ts'
import type { SignInPorts } from '../auth/session-routes.ts'
import { isStillSignedIn } from '../auth/still-signed-in.ts'
import { notFound } from '../http/problem.ts'
import type { OpenStreams } from '../live/open-streams.ts'
import type { JsonSchema, Parameters, Reply, Route, SignedCall } from '../http/route.ts'
import {
  listParameters,
  namespaceFilter,
  oneOfWords,
  shape,
  text,
  textOf,
} from '../http/schema-shapes.ts'
import { told } from '../http/told-problem.ts'
import { type RowOrder, cutPage, cutRequestOf, hasWords } from '../resources/rows-page.ts'
import { pageSchema, schemaNamed } from '../resources/schemas.ts'
import { isRead, runStream } from './run-stream.ts'
import { type Run, type Runs, ownerOf } from './runs.ts'

const states = ['running', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const

/** The schemas of runs. */
export const runSchemas: Readonly<Record<string, JsonSchema>> = {
  Run: shape(
    'Long work that somebody asked for.',
    {
      id: text,
      action: text,
      noun: text,
      namespace: text,
      name: text,
      user: text,
      started: text,
      state: oneOfWords(...states),
      message: { type: 'string', description: 'How it ended; empty while it goes on.' },
    },
    { ended: text, result: { description: 'What it found, such as a rehearsal.' }, events: text },
  ),
  RunEvent: shape('One message of a run.', {
    id: text,
    event: oneOfWords('step', 'object', 'cause', 'warning', 'ended', 'reset'),
    data: { type: 'string', description: 'JSON text with the time and the data of the message.' },
  }),
}

export interface RunPorts {
  readonly runs: Runs
  readonly signIn: SignInPorts
  readonly clock: Clock
  readonly open: OpenStreams
}

const params: Parameters = {
  id: {
    description: 'The id of the run.',
    schema: { type: 'string', pattern: '^[\\w-]{1,40}$' },
    example: 'c2VjdXJlIGlk',
    required: true,
  },
}

const order: RowOrder<Run['facts']> = {
  idOf: ({ id }) => id,
  fields: {
    started: ({ started }) => started,
    name: ({ name }) => name,
    action: ({ action }) => action,
    state: ({ state }) => state,
  },
}

const common = { for: 'signed-in', tag: 'runs' } as const

/** The routes about runs. A run is seen by the one who began it, and by everybody who may get `runs` of our group in its namespace. */
export function runRoutes(ports: RunPorts): readonly Route[] {
  return [listRoute(ports), getRoute(ports), streamRoute(ports), cancelRoute(ports)]
}

function listRoute(ports: RunPorts): Route {
  const sortFields = ['started', 'name', 'action', 'state'] as const
  return {
    ...common,
    method: 'GET',
    path: '/api/v1/runs',
    operationId: 'listRuns',
    summary: 'Lists runs: your own, and those that you may see',
    query: {
      ...namespaceFilter,
      ...listParameters(sortFields, 'the action, name or message', '-started'),
      state: {
        description: 'Only those in this state.',
        schema: oneOfWords(...states),
        example: 'failed',
      },
    },
    answers: { 200: { description: 'A page of runs.', schema: pageSchema(schemaNamed('Run')) } },
    run: (call: SignedCall) => list(ports, call),
  }
}

function getRoute(ports: RunPorts): Route {
  return {
    ...common,
    method: 'GET',
    path: '/api/v1/runs/{id}',
    operationId: 'getRun',
    summary: 'Gives a run, and what it found',
    params,
    answers: { 200: { description: 'The run.', schema: schemaNamed('Run') } },
    problems: [404],
    run: async (call: SignedCall) => ({ status: 200, body: wholeView(await seen(ports, call)) }),
  }
}

function streamRoute(ports: RunPorts): Route {
  return {
    ...common,
    method: 'GET',
    path: '/api/v1/runs/{id}/events',
    operationId: 'streamRun',
    summary: 'Streams the messages of a run as server-sent events',
    params,
    headers: {
      'last-event-id': {
        description: 'The id of the last event that was seen; browsers send it by themselves.',
        schema: { type: 'string', maxLength: 100 },
        example: 'c2VjdXJlIGlk.12',
      },
    },
    answers: {
      200: {
        description: 'Events until the run ends.',
        mediaType: 'text/event-stream',
        schema: schemaNamed('RunEvent'),
      },
      204: { description: 'The run has ended, and you have seen everything.' },
    },
    problems: [404],
    run: (call: SignedCall) => stream(ports, call),
  }
}

function cancelRoute(ports: RunPorts): Route {
  return {
    ...common,
    method: 'DELETE',
    path: '/api/v1/runs/{id}',
    operationId: 'cancelRun',
    summary: 'Cancels a run of yours; what it changed so far stays',
    params,
    answers: { 202: { description: 'It ends.', schema: schemaNamed('Run') } },
    problems: [404],
    run: async (call: SignedCall) => {
      const run = await seen(ports, call, 'own')
      ports.runs.cancel(run, call.identity.user)
      return { status: 202, body: wholeView(run) }
    },
  }
}

/** The answer to somebody whose work goes on in a run. */
export function accepted(run: Run): Reply {
  const location = `/api/v1/runs/${run.facts.id}`
  return { status: 202, headers: { location }, body: viewOf(run) }
}

async function list({ runs }: RunPorts, call: SignedCall): Promise<Reply> {
  const { query } = call
  const [namespace, state] = [textOf(query['namespace']), textOf(query['state'])]
  const fitting = (await runs.all()).filter(
    ({ facts }) =>
      (namespace === '' || facts.namespace === namespace) &&
      (state === '' || facts.state === state) &&
      hasWords(textOf(query['search']), [facts.action, facts.noun, facts.name, facts.message]),
  )
  const places = new Map<string, Promise<boolean>>()
  const isSeen = async (run: Run): Promise<boolean> => {
    if (run.owner === ownerOf(call.identity)) return true
    const place = run.facts.namespace
    const asked = places.get(place) ?? mayRead(call, place)
    places.set(place, asked)
    return asked
  }
  const flags = await told(() => Promise.all(fitting.map(isSeen)))
  const shown = fitting.filter((_, at) => flags[at]).map(viewOf)
  return { status: 200, body: cutPage(shown, order, cutRequestOf(query, '-started')) }
}

async function stream({ runs, signIn, clock, open }: RunPorts, call: SignedCall): Promise<Reply> {
  const run = await seen({ runs }, call)
  const given = call.headers['last-event-id']
  const lastEventId = typeof given === 'string' ? given : ''
  // A browser does not come again after this answer.
  if (isRead(run, lastEventId)) return { status: 204 }
  open.enter(call.identity, call.signal)
  const isAllowed = async (): Promise<boolean> => {
    if (!(await isStillSignedIn(signIn, call))) return false
    if (run.owner === ownerOf(call.identity)) return true
    // The cluster cannot say: the client comes again and is told.
    return mayRead(call, run.facts.namespace).catch(() => false)
  }
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    stream: runStream(run, { clock, lastEventId, mayRead: isAllowed }, call.signal),
  }
}

/** The run of the path; one that the asker may not see is answered as one that is not there. */
async function seen(
  { runs }: Pick<RunPorts, 'runs'>,
  call: SignedCall,
  whose: 'own' | 'any' = 'any',
): Promise<Run> {
  const { id = '' } = call.params
  const run = await runs.get(id)
  if (run === undefined) throw notFound('run', id, '')
  if (run.owner === ownerOf(call.identity)) return run
  const { namespace } = run.facts
  if (whose === 'any' && (await told(() => mayRead(call, namespace)))) return run
  throw notFound('run', id, '')
}

function mayRead({ client, signal }: SignedCall, namespace: string): Promise<boolean> {
  const right = { verb: 'get', group: 'outrigger.dev', resource: 'runs', namespace }
  return reviewAccess(client, right, signal)
}

function viewOf({ facts }: Run) {
  return { ...facts, events: `/api/v1/runs/${facts.id}/events` }
}

function wholeView(run: Run) {
  return { ...viewOf(run), ...(run.result === undefined ? {} : { result: run.result }) }
}
