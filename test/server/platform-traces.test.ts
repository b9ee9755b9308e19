import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type OpenPlatform, openPlatform } from '../../src/cli/platform/open-platform.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { addStageUsers } from '../../src/server/stage-users-for-test.ts'
import { commands } from '../../src/cli/commands.ts'
import { fixedPorts } from '../cli/run-cli.ts'
import { type Collector, type ReceivedSpan, openCollector } from './trace-collector.ts'

const root = resolve(import.meta.dirname, '../..')
const trace = '0af7651916cd43dd8448eb211c80319c'
const faults: unknown[] = []
let collector: Collector
let platform: OpenPlatform

beforeAll(async () => {
  collector = await openCollector()
  const fixed = fixedPorts(commands, 'outrigger', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.href,
  })
  platform = await openPlatform(
    {
      folder: undefined,
      cluster: undefined,
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [],
      tenants: [],
    },
    { ...fixed, program: { ...fixed.program, file: join(root, 'src/cli/main.ts') } },
    { troubled: (error) => void faults.push(error) },
    new AbortController().signal,
  )
  const connection = await findConnection({ kubeconfig: platform.kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  const { tokens } = await addStageUsers(client)
  await install(tokens.admin)
  await close()
  await platform.close()
}, 180_000)
afterAll(() => collector.close())

/** Asks for an instance as somebody who traces, and waits until the operator has made it. */
async function install(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${platform.server}/api/v1/instances`
  const instance = {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'ExtensionInstance',
    metadata: { namespace: 'outrigger-system', name: 'traced' },
    spec: { extension: 'dns' },
  }
  const traceparent = `00-${trace}-b7ad6b7169203331-01`
  const traced = { ...headers, traceparent }
  await fetch(url, { method: 'POST', headers: traced, body: JSON.stringify(instance) })
  const isReady = async () => {
    const answer = await fetch(`${url}/outrigger-system/traced`, { headers })
    return JSON.stringify(((await answer.json()) as { status?: unknown }).status ?? {})
  }
  const ready = /"type":"Ready","status":"True"|"status":"True","type":"Ready"/
  const look = async () => expect(await isReady()).toMatch(ready)
  await vi.waitFor(look, { timeout: 120_000, interval: 500 })
}

/** The names of a span and of all above it, the request first. */
function wayTo(span: ReceivedSpan): readonly string[] {
  const above = collector.spansOf(trace).find(({ spanId }) => spanId === span.parentSpanId)
  return [...(above === undefined ? [] : wayTo(above)), span.name]
}

test('one trace leads from the request through instance and plugin to the apply of an object', () => {
  const applies = collector
    .spansOf(trace)
    .filter(({ kind, name }) => kind === 3 && name.startsWith('PATCH /apis/apps/v1/'))
  expect(applies.length).toBeGreaterThan(0)
  const steps = wayTo(applies[0] as ReceivedSpan).map((name) => name.replace(/ \/api.*/, ''))
  expect(steps[0]).toBe('POST')
  const passes = steps.filter((name) => name.startsWith('reconcile'))
  expect(passes).toEqual(['reconcile ExtensionInstance', 'reconcile Plugin'])
})

test('passes that nobody asked for are in no trace, and nothing failed', () => {
  const others = collector.spans().filter(({ kind, traceId }) => kind === 1 && traceId !== trace)
  expect(others).toEqual([])
  expect(faults).toEqual([])
})
