import { expect, test } from 'vitest'
import { eventsIn } from './events-for-test.ts'
import { type ServerStage, canI, plugin } from './server-stage-for-test.ts'
import { type StageUser, stageUsers } from './stage-users-for-test.ts'

const ours = (verb: string, resource: string) => ({ verb, group: 'outrigger.dev', resource })
const secrets = { verb: 'list', group: '', resource: 'secrets' } as const

/** Operations that leave out what the asker may not see, and those on runs, of which everybody sees their own. */
export const toldOperations = [
  'search',
  'streamChanges',
  'listRuns',
  'getRun',
  'streamRun',
  'cancelRun',
] as const

/** A search, a stream and runs show everybody what the cluster itself would show them, and of runs their own besides. */
export function testToldViews(stageOf: () => ServerStage): void {
  testSearch(stageOf)
  testStream(stageOf)
  testRuns(stageOf)
}

/** A part of a search, the words that find something in it, and the right that shows it. */
const searched = [
  { noun: 'plugins', words: 'painted', right: ours('list', 'plugins') },
  { noun: 'instances', words: 'painted', right: ours('list', 'extensioninstances') },
  { noun: 'repositories', words: 'charts', right: ours('list', 'repositories') },
  { noun: 'releases', words: 'painted', right: secrets },
  { noun: 'charts', words: 'shown', right: ours('list', 'repositories') },
]

interface Searched {
  readonly items: readonly { readonly noun: string; readonly namespace: string }[]
  readonly total: number
  readonly denied: readonly object[]
}

function testSearch(stageOf: () => ServerStage): void {
  const rows = stageUsers.flatMap((user) => searched.map((row) => ({ user, ...row })))
  test.each(rows)('$user and search in $noun', async ({ user, noun, words, right }) => {
    const stage = stageOf()
    for (const namespace of ['', stage.team, stage.other]) {
      const place = namespace === '' ? '' : `&namespace=${namespace}`
      const path = `/api/v1/search?q=${words}&nouns=${noun}${place}`
      const answer = await stage.ask(user, 'GET', path)
      const { items, total, denied } = (await answer.json()) as Searched
      const isAllowed = await canI(stage, user, right, namespace)
      expect([path, answer.status, denied]).toEqual([
        path,
        200,
        isAllowed ? [] : [{ ...right, namespace }],
      ])
      const places = namespace === '' ? [stage.team, stage.other] : [namespace]
      const found = items.filter((one) => places.includes(one.namespace)).map((one) => one.noun)
      expect([path, new Set(found)]).toEqual([path, new Set(isAllowed ? [noun] : [])])
      // Nothing is counted either.
      const hidden = isAllowed ? 0 : total
      expect([path, hidden]).toEqual([path, 0])
    }
  })
}

function testStream(stageOf: () => ServerStage): void {
  const rows = stageUsers.map((user) => ({ user }))
  test.each(rows)('$user and streamChanges', async ({ user }) => {
    const stage = stageOf()
    for (const namespace of [stage.team, stage.other]) {
      const path = `/api/v1/stream?kinds=plugins&namespace=${namespace}`
      const answer = await stage.ask(user, 'GET', path)
      const events = eventsIn(answer)
      expect([answer.status, (await events.next()).value?.event]).toEqual([200, 'ready'])
      const name = `streamed-to-${user}`
      await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(namespace, name))
      const { value } = await events.next()
      const isAllowed = await canI(stage, user, ours('watch', 'plugins'), namespace)
      const told = [value?.event, value?.data.object?.metadata.name]
      expect([path, ...told]).toEqual(
        isAllowed ? [path, 'changed', name] : [path, 'denied', undefined],
      )
      await events.return(undefined)
      await stage.ask('admin', 'DELETE', `/api/v1/plugins/${namespace}/${name}`)
    }
  })
}

interface Begun {
  readonly owner: StageUser
  readonly namespace: string
  readonly id: string
}

function testRuns(stageOf: () => ServerStage): void {
  const rows = stageUsers.map((user) => ({ user }))
  test.each(rows)('$user and the operations on runs', async ({ user }) => {
    const stage = stageOf()
    const begun = [
      await beginRun(stage, 'editor', stage.team),
      await beginRun(stage, 'admin', stage.team),
      await beginRun(stage, 'admin', stage.other),
    ]
    for (const run of begun) {
      const isOwn = run.owner === user
      const isSeen = isOwn || (await canI(stage, user, ours('get', 'runs'), run.namespace))
      const found = await answersAbout(stage, user, run)
      const which = `${run.owner} in ${run.namespace}`
      expect([which, found]).toEqual([
        which,
        {
          listRuns: isSeen,
          getRun: isSeen ? 200 : 404,
          streamRun: isSeen ? 200 : 404,
          // To see a run of somebody else is no right to end it.
          cancelRun: isOwn ? 202 : 404,
        },
      ])
      await stage.ask(run.owner, 'DELETE', `/api/v1/runs/${run.id}`)
    }
  })
}

async function beginRun(stage: ServerStage, owner: StageUser, namespace: string): Promise<Begun> {
  const path = `/api/v1/plugins/${namespace}/painted/retry`
  const answer = await stage.ask(owner, 'POST', path, {})
  expect(answer.status).toBe(202)
  const { id } = (await answer.json()) as { readonly id: string }
  return { owner, namespace, id }
}

/** Whether the list has the run, and the statuses of the operations on it. */
async function answersAbout(stage: ServerStage, user: StageUser, { id, namespace }: Begun) {
  const list = await stage.ask(user, 'GET', `/api/v1/runs?namespace=${namespace}&limit=1000`)
  const { items } = (await list.json()) as { readonly items: readonly { readonly id: string }[] }
  const stream = await stage.ask(user, 'GET', `/api/v1/runs/${id}/events`)
  await stream.body?.cancel()
  return {
    listRuns: items.some((one) => one.id === id),
    getRun: (await stage.ask(user, 'GET', `/api/v1/runs/${id}`)).status,
    streamRun: stream.status,
    cancelRun: (await stage.ask(user, 'DELETE', `/api/v1/runs/${id}`)).status,
  }
}
