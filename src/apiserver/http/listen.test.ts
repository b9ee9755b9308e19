import { expect, test } from 'vitest'
import { localClient } from '../local-client-for-test.ts'
import { listen } from './listen.ts'

test('requests over HTTP are answered as those in the process, and a stop ends watches', async () => {
  const { server } = await localClient({
    authorize: () => ({ allowed: true, reason: '' }),
    controllers: 'none',
  })
  const listening = await listen(server.answer, { host: '127.0.0.1', port: 0 })
  const maps = `${listening.url}/api/v1/namespaces/default/configmaps`
  const watching = await fetch(`${maps}?watch=1`)
  const body = JSON.stringify({ metadata: { name: 'one' }, data: { a: 'b' } })
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(maps, { method: 'POST', headers, body })
  expect(created.status).toBe(201)
  const read = await fetch(`${maps}/one`)
  expect(await read.json()).toMatchObject({ kind: 'ConfigMap', data: { a: 'b' } })
  const stopped = listening.stop()
  const lines = (await watching.text()).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { type: 'ADDED', object: { metadata: { name: 'one' } } },
  ])
  await stopped
  await server.close()
})

test('a body that is too large is refused', async () => {
  const { server } = await localClient({
    authorize: () => ({ allowed: true, reason: '' }),
    controllers: 'none',
  })
  const listening = await listen(server.answer, { host: '127.0.0.1', port: 0 })
  const maps = `${listening.url}/api/v1/namespaces/default/configmaps`
  const body = JSON.stringify({ metadata: { name: 'one' }, data: { a: 'x'.repeat(3 << 20) } })
  // The server answers before it has read everything; some clients see only the broken connection.
  const seen = await fetch(maps, { method: 'POST', body }).then(
    ({ status }) => status,
    () => 'broken',
  )
  expect([413, 'broken']).toContain(seen)
  expect((await fetch(`${maps}/one`)).status).toBe(404)
  await listening.stop()
  await server.close()
})
