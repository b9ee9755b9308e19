// npm run crash:server [-- --kills N --clients N]: kills `outrigger server` again and again while objects change, and compares what
// clients of its stream know in the end with the cluster. Then the operator that leads is killed, and the server must stay readable.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type RunningServer,
  addInstances,
  addReaders,
  instances,
  openServerBench,
  startServer,
} from '../../bench/server/server-stage.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { nameOf, textAt } from '../../src/objects/kube-object.ts'
import { sleep } from '../../src/std/sleep.ts'
import { readThroughFailOver } from './fail-over.ts'
import { StreamClient } from './stream-client.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    clients: { type: 'string', default: '60' },
  },
})
const never = new AbortController().signal
const objects = 60
/** Milliseconds; on a busy machine the start of the server alone takes half a minute. */
const patience = 300_000
const folder = await mkdtemp(join(tmpdir(), 'outrigger-kill-server-'))
const stage = await openServerBench()
const { client, users } = stage
const problems: string[] = []
const ending = new AbortController()
const writes = { count: 0, isOver: false }
let writing: Promise<void> | undefined
let server: RunningServer | undefined
try {
  await addInstances(client, users.team, objects)
  const tokens = await addReaders(stage, 10)
  server = await startServer(stage.kubeconfig, { folder })
  const { url } = server
  const port = Number(new URL(url).port)
  const clients = Array.from(
    { length: Number(values.clients) },
    (_, at) => new StreamClient(url, tokens[at % tokens.length] ?? '', users.team),
  )
  const reading = clients.map((one) => one.run(ending.signal))
  await until(() => clients.every((one) => one.known.size === objects), 'every client has its list')
  writing = change(writes).catch(
    (error: unknown) => void problems.push(`a write: ${String(error)}`),
  )
  for (let kill = 1; kill <= Number(values.kills); kill++) {
    await sleep(500 + Math.random() * 2500, never)
    const before = clients.map(({ connects }) => connects)
    await server.stop('SIGKILL')
    server = await startServer(stage.kubeconfig, { folder, port })
    const isBack = () => clients.every((one, at) => one.connects > (before[at] ?? 0))
    await until(isBack, `every client is back after kill ${kill}`)
    console.log(`kill ${kill}: ${clients.length} clients are back, ${writes.count} changes so far`)
  }
  writes.isOver = true
  await writing
  const { objects: all } = await listObjects(client, { resource: instances }, {}, never)
  const wanted = new Map(
    all.map((one) => [nameOf(one), textAt(one, ['metadata', 'resourceVersion'])]),
  )
  await until(() => clients.every((one) => isSame(one.known, wanted)), 'every client knows all')
  for (const { doubled } of clients) problems.push(...doubled)
  ending.abort()
  await Promise.all(reading)
  const events = clients.reduce((sum, one) => sum + one.events, 0)
  const resets = clients.reduce((sum, one) => sum + one.resets, 0)
  console.log(
    `${writes.count} changes, ${events} events to ${clients.length} clients, ${resets} fresh lists`,
  )
  problems.push(...(await readThroughFailOver(stage, url)))
} catch (error) {
  problems.push(String(error))
} finally {
  // The work under way ends first: its own errors would hide the one that counts.
  ending.abort()
  writes.isOver = true
  await writing
  await server?.stop()
  await stage.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(problems.length === 0 ? 'nothing missed, nothing doubled' : problems.join('\n'))
process.exitCode = problems.length === 0 ? 0 : 1

/** Changes, deletes and creates objects until it is told to stop. */
async function change(state: { count: number; isOver: boolean }): Promise<void> {
  while (!state.isOver) {
    const name = `instance-${String(state.count % objects).padStart(4, '0')}`
    const target = { resource: instances, namespace: users.team, name }
    const patch = { spec: { parameters: { count: state.count } } }
    await patchObject(client, target, { type: 'merge', patch }, {}, never)
    if (state.count % 7 === 0) await comeAndGo(`passing-${state.count}`)
    state.count++
    await sleep(20, never)
  }
}

async function comeAndGo(name: string): Promise<void> {
  const metadata = { namespace: users.team, name }
  const spec = { extension: 'dns' }
  const kind = 'ExtensionInstance'
  const object = { apiVersion: 'outrigger.dev/v1alpha1', kind, metadata, spec }
  await createObject(client, instances, object, {}, never)
  await deleteObject(client, { resource: instances, ...metadata }, {}, never)
}

function isSame(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): boolean {
  return some.size === others.size && [...some].every(([name, one]) => others.get(name) === one)
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const began = performance.now()
  while (performance.now() - began < patience) {
    if (isSo()) return
    await sleep(100, never)
  }
  throw new Error(`after ${patience / 1000} s it is not so that ${what}`)
}
