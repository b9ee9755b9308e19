import { expect, test } from 'vitest'
import { createKubeClient } from '../../kube/client.ts'
import { TokenReviewer } from './review-token.ts'

/** A cluster that knows one token, and counts how often it is asked. */
function cluster() {
  const asked: string[] = []
  const client = createKubeClient({
    transport: async ({ body }) => {
      const text = Buffer.from(body ?? '').toString()
      asked.push(text)
      await new Promise((resolve) => setTimeout(resolve, 5))
      const user = { username: 'anna', groups: [] }
      const status = text.includes('"good"') ? { authenticated: true, user } : {}
      const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', metadata: {} }
      return {
        status: 201,
        header: () => [],
        body: (async function* () {
          yield Buffer.from(JSON.stringify({ ...review, status }))
        })(),
      }
    },
  })
  return { asked, reviewer: new TokenReviewer(client) }
}
const signal = () => AbortSignal.timeout(10_000)

test('many who come with one token at once are one question', async () => {
  const { asked, reviewer } = cluster()
  const all = Array.from({ length: 100 }, () => reviewer.review('good', signal()))
  const users = (await Promise.all(all)).map((one) => one?.user)
  expect(new Set(users)).toEqual(new Set(['anna']))
  expect(asked).toHaveLength(1)
})

test('one who goes away ends the question of nobody else', async () => {
  const { asked, reviewer } = cluster()
  const going = new AbortController()
  const gone = reviewer.review('good', going.signal)
  const other = reviewer.review('good', signal())
  going.abort(new Error('went away'))
  await expect(gone).rejects.toThrow('went away')
  expect(await other).toMatchObject({ user: 'anna' })
  expect(asked).toHaveLength(1)
})

test('a token that is not good is asked for again', async () => {
  const { asked, reviewer } = cluster()
  expect(await reviewer.review('bad', signal())).toBeUndefined()
  expect(await reviewer.review('bad', signal())).toBeUndefined()
  expect(asked).toHaveLength(2)
})
