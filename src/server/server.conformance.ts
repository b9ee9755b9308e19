import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KubeClient } from '../kube/client.ts'
import { deleteObject } from '../kube/objects/delete-object.ts'
import { eventsIn } from './events-for-test.ts'
import { nouns } from './open-server.ts'
import { exampleOf } from './resources/kind-routes.ts'
import { testViews } from './views.conformance.ts'
import { type ServerStage, canI, openStage, plugin } from './server-stage-for-test.ts'
import { type StageUser, bindings, stageUsers } from './stage-users-for-test.ts'

interface Cluster {
  readonly client: KubeClient
  readonly stop: () => Promise<void>
}

const never = new AbortController().signal
const group = 'outrigger.dev'

/** The rights of users on a server: the same on every cluster. */
export function testServer(where: string, open: () => Promise<Cluster>): void {
  describe(`the server on ${where}`, () => {
    let cluster: Cluster
    let stage: ServerStage
    beforeAll(async () => {
      cluster = await open()
      stage = await openStage(cluster.client)
    }, 60_000)
    afterAll(async () => {
      await stage.close()
      await cluster.stop()
    })

    const stageOf = () => stage
    testMatrix(stageOf)
    testSameWords(stageOf)
    testViews(stageOf)
    testLostRights(stageOf)
  })
}

function testMatrix(stageOf: () => ServerStage): void {
  const rows = stageUsers.flatMap((user) =>
    nouns.map(({ plural, singular, definition }) => ({ user, plural, singular, definition })),
  )

  test.each(rows)('$user gets of $plural what the cluster allows', async ({ user, ...noun }) => {
    const stage = stageOf()
    const { plural, definition } = noun
    const resource = definition.plural
    const isNamespaced = definition.scope === 'Namespaced'
    for (const namespace of isNamespaced ? ['', stage.team, stage.other] : ['']) {
      const query = namespace === '' ? '' : `?namespace=${namespace}`
      const answer = await stage.ask(user, 'GET', `/api/v1/${plural}${query}`)
      const allowed = await canI(stage, user, { verb: 'list', group, resource }, namespace)
      expect([namespace, answer.status]).toEqual([namespace, allowed ? 200 : 403])
      if (allowed) continue
      const denied = { verb: 'list', group, resource, namespace }
      expect(await answer.json()).toMatchObject({ reason: 'Forbidden', denied })
    }
  })

  test.each(rows)('$user changes of $plural what the cluster allows', async ({ user, ...noun }) => {
    const stage = stageOf()
    const { plural, definition } = noun
    const resource = definition.plural
    const isNamespaced = definition.scope === 'Namespaced'
    for (const namespace of isNamespaced ? [stage.team, stage.other] : ['']) {
      const may = (verb: string) => canI(stage, user, { verb, group, resource }, namespace)
      const place = isNamespaced ? `/${namespace}` : ''
      const path = `/api/v1/${plural}${place}/absent`
      const metadata = { name: 'tried', ...(isNamespaced ? { namespace } : {}) }
      const object = { ...exampleOf(definition), metadata }
      const created = await stage.ask(user, 'POST', `/api/v1/${plural}?dryRun=true`, object)
      const mayCreate = await may('create')
      // The cluster may refuse the example for other reasons, but only to somebody who may create.
      expect([namespace, created.status === 403]).toEqual([namespace, !mayCreate])
      for (const method of ['GET', 'DELETE'] as const) {
        const answer = await stage.ask(user, method, path)
        expect([method, answer.status]).toEqual([method, 404])
      }
    }
  })

  test.each<{ user: StageUser; get: number; put: number; del: number }>([
    { user: 'nobody', get: 404, put: 404, del: 404 },
    { user: 'viewer', get: 200, put: 403, del: 403 },
    { user: 'editor', get: 200, put: 200, del: 202 },
    { user: 'admin', get: 200, put: 200, del: 202 },
  ])('$user and a plugin that is there', async ({ user, get, put, del }) => {
    const stage = stageOf()
    const name = `there-for-${user}`
    await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, name))
    const path = `/api/v1/plugins/${stage.team}/${name}`
    const found = await stage.ask(user, 'GET', path)
    expect(found.status).toBe(get)
    const current = await (await stage.ask('admin', 'GET', path)).json()
    expect((await stage.ask(user, 'PUT', path, current)).status).toBe(put)
    expect((await stage.ask(user, 'DELETE', path)).status).toBe(del)
    await stage.ask('admin', 'DELETE', path)
  })
}

async function detailOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { readonly detail: string }).detail
}

function testSameWords(stageOf: () => ServerStage): void {
  test('what one may not see is told in the words of what is not there', async () => {
    const stage = stageOf()
    const path = `/api/v1/plugins/${stage.team}/kept`
    await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, 'kept'))
    const hidden = await detailOf(await stage.ask('nobody', 'GET', path))
    const missing = await detailOf(await stage.ask('nobody', 'GET', `${path}-not`))
    expect(hidden).toBe(missing.replace('kept-not', 'kept'))
    await stage.ask('admin', 'DELETE', path)
  })
}

function testLostRights(stageOf: () => ServerStage): void {
  test('a right that is taken away ends the stream that had it', async () => {
    const stage = stageOf()
    const { team } = stage
    const token = stage.tokens.viewer
    const url = `${stage.server.url}/api/v1/stream?kinds=plugins&namespace=${team}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const events = eventsIn(answer)
    expect((await events.next()).value).toMatchObject({ event: 'ready' })
    await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(team, 'seen'))
    expect((await events.next()).value).toMatchObject({ event: 'changed' })
    await deleteObject(
      stage.client,
      { resource: bindings, namespace: team, name: 'viewer' },
      {},
      never,
    )
    expect((await events.next()).value).toMatchObject({ event: 'denied' })
    expect(await events.next()).toMatchObject({ done: true })
    await stage.ask('admin', 'DELETE', `/api/v1/plugins/${team}/seen`)
  })
}
