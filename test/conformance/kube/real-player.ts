import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startControlPlane } from '../../testbed/control-plane.ts'
import { type Access, createRawClient } from '../../testbed/send.ts'
import { fixtures } from './fixtures.ts'
import type { Player } from './play.ts'

export interface RealPlayer extends Player {
  readonly end: () => Promise<void>
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/**
 * A real API server for rows, alone with its etcd: controllers would change objects between two steps. Pods need no
 * service account in it, because nobody would make one.
 */
export async function startRealPlayer(): Promise<RealPlayer> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-rows-'))
  const flags = { 'kube-apiserver': ['--disable-admission-plugins=ServiceAccount'] }
  const plane = await startControlPlane({ folder, keeps: 'nothing', parts: [], flags })
  const { player, close } = playerOf(plane.admin)
  const end = async (): Promise<void> => {
    close()
    await plane.shutDown()
  }
  try {
    await installFixtures(player)
    await compact(player, plane.etcdUrl)
    return { ...player, end }
  } catch (error) {
    await end()
    throw error
  }
}

function playerOf(access: Access): { readonly player: Player; readonly close: () => void } {
  const client = createRawClient(access)
  const stranger = createRawClient({ url: access.url, ca: access.ca })
  const player: Player = {
    send: (request) => (request.certificate === 'none' ? stranger : client).send(request),
    open: async (request, signal) => {
      const incoming = await client.open(request, signal)
      // An aborted stream is how the reader leaves; the readline interface has ended by then.
      incoming.on('error', () => {})
      const lines = createInterface({ input: incoming })[Symbol.asyncIterator]()
      return { status: incoming.statusCode ?? 0, lines }
    },
  }
  const close = () => {
    client.close()
    stranger.close()
  }
  return { player, close }
}

/** Forgets all versions up to now, so that rows can ask for one that is too old. */
async function compact({ send }: Player, etcdUrl: string): Promise<void> {
  const { body } = await send({ method: 'GET', path: definitions, headers: {} })
  const { metadata } = JSON.parse(body) as {
    readonly metadata: { readonly resourceVersion: string }
  }
  const answer = await fetch(`${etcdUrl}/v3/kv/compaction`, {
    method: 'POST',
    body: JSON.stringify({ revision: metadata.resourceVersion, physical: true }),
  })
  if (!answer.ok) throw new Error(`etcd cannot be compacted: ${await answer.text()}`)
}

async function installFixtures({ send }: Player): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  for (const fixture of fixtures) {
    const { status, body } = await send({
      method: 'POST',
      path: definitions,
      headers,
      body: JSON.stringify(fixture),
    })
    if (status !== 201) throw new Error(`a fixture cannot be created: ${body}`)
  }
  for (const plural of ['widgets', 'gadgets', 'gizmos']) {
    const path = `/apis/fixtures.example.com/v1/${plural}`
    const deadline = Date.now() + 30_000
    while ((await send({ method: 'GET', path, headers: {} })).status !== 200) {
      if (Date.now() > deadline) throw new Error(`${path} is not served`)
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}
