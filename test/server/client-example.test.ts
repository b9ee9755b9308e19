import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiProblem, createClient } from '../../src/sdk/client.ts'
import { type ServerStage, openStage } from '../../src/server/server-stage-for-test.ts'
import { startCluster } from '../embedded/in-process-cluster.ts'
import { exampleOfClient } from './client-example.ts'

let stage: ServerStage
let stop: () => Promise<void>
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  stage = await openStage(cluster.client)
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
})
const { signal } = new AbortController()

test('the example of the typed client runs', async () => {
  const server = { url: stage.server.url, token: stage.tokens.editor }
  expect(await exampleOfClient(server, stage.team, signal)).toEqual(['by-script'])
})

test('a refusal is an ApiProblem with the missing right', async () => {
  const client = createClient({ url: stage.server.url, token: stage.tokens.nobody })
  const refused = client.call('listPlugins', signal, { query: { namespace: stage.team } })
  const error: unknown = await refused.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiProblem)
  expect((error as ApiProblem).problem).toMatchObject({ status: 403, denied: { verb: 'list' } })
})
