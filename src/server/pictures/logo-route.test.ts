import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { extensionKind } from '../../kinds/extension.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { type HttpListening, listenHttp } from '../../std/node/listen-http.ts'
import { exampleOf } from '../resources/kind-routes.ts'
import { type ServerStage, openStage } from '../server-stage-for-test.ts'
import type { StageUser } from '../stage-users-for-test.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><path d="M0 0"/></svg>'
let stage: ServerStage
let stop: () => Promise<void>
let host: HttpListening
let fetches = 0
beforeAll(async () => {
  const cluster = await startCluster()
  stop = cluster.stop
  host = await listenHttp(
    ({ url }, response) => {
      fetches++
      response.end(url === '/large' ? Buffer.alloc(300_000) : url === '/page' ? '<html>' : svg)
    },
    { host: '127.0.0.1', port: 0 },
  )
  stage = await openStage(cluster.client)
  const logos = {
    packed: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    fetched: `${host.url}/logo.svg`,
    large: `${host.url}/large`,
    page: `${host.url}/page`,
  }
  for (const [name, logo] of Object.entries(logos)) {
    const example = exampleOf(extensionKind) as unknown as KubeObject
    const spec = { ...(example['spec'] as object), logo }
    await stage.apply({ ...example, metadata: { name }, spec }, resourceOf(extensionKind))
  }
}, 60_000)
afterAll(async () => {
  await stage.close()
  await stop()
  host.server.closeAllConnections()
  await new Promise((resolve) => host.server.close(resolve))
})

const logo = (user: StageUser, name: string) =>
  stage.ask(user, 'GET', `/api/v1/extensions/${name}/logo`)

test.each(['packed', 'fetched'])('a %s logo comes from our origin, stripped', async (name) => {
  const answer = await logo('admin', name)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(await answer.text()).toBe('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')
})

test('a logo is fetched once for many', async () => {
  await logo('admin', 'fetched')
  const before = fetches
  await logo('admin', 'fetched')
  expect(fetches).toBe(before)
})

test.each(['large', 'page', 'nothing'])('%s is no logo', async (name) => {
  expect((await logo('admin', name)).status).toBe(404)
})

test.each<StageUser>(['nobody', 'viewer', 'editor'])(
  '%s may not get extensions, and gets no logo of them',
  async (user) => expect((await logo(user, 'packed')).status).toBe(404),
)
