import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { build } from 'esbuild'
import type { Agent, EnvHttpProxyAgent, ProxyAgent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireBuiltIn } from './require-built-in.ts'
import { undiciParts } from './undici-parts.ts'

interface Undici {
  readonly Agent: typeof Agent
  readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent
  readonly ProxyAgent: typeof ProxyAgent
}

let undici: Undici
const tunnels: string[] = []
const server = createServer((_, response) => response.end('hello'))
const proxy = createServer().on('connect', ({ url = '' }, socket) => {
  tunnels.push(url)
  const [host = '', port] = url.split(':')
  const onward = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    onward.pipe(socket).pipe(onward)
  })
})

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: process.cwd(),
    stdin: {
      contents: "export { Agent, EnvHttpProxyAgent, ProxyAgent } from 'undici'",
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [undiciParts, requireBuiltIn],
    write: false,
  })
  const text = Buffer.from(outputFiles[0]?.text ?? '').toString('base64')
  undici = (await import(`data:text/javascript;base64,${text}`)) as Undici
  for (const one of [server, proxy]) await once(one.listen(0, '127.0.0.1'), 'listening')
})

afterAll(() => {
  for (const one of [server, proxy]) {
    one.closeAllConnections()
    one.close()
  }
})

const addressOf = (one: typeof server) => `127.0.0.1:${(one.address() as AddressInfo).port}`

test.each([
  { name: 'Agent', isProxied: false },
  { name: 'ProxyAgent', isProxied: true },
  { name: 'EnvHttpProxyAgent', isProxied: true },
] as const)('what is bundled of undici sends by $name', async ({ name, isProxied }) => {
  tunnels.length = 0
  const uri = `http://${addressOf(proxy)}`
  const shared = { allowH2: false, proxyTunnel: true }
  const agents = {
    Agent: () => new undici.Agent(shared),
    ProxyAgent: () => new undici.ProxyAgent({ ...shared, uri }),
    EnvHttpProxyAgent: () =>
      new undici.EnvHttpProxyAgent({ ...shared, httpProxy: uri, noProxy: '' }),
  }
  const agent = agents[name]()
  const origin = `http://${addressOf(server)}`
  const { statusCode, body } = await agent.request({ origin, path: '/', method: 'GET' })
  expect([statusCode, await body.text()]).toEqual([200, 'hello'])
  expect(tunnels).toEqual(isProxied ? [addressOf(server)] : [])
  await agent.destroy()
})
