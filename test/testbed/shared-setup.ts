import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type ControlPlane, startControlPlane } from './control-plane.ts'

// Runs in the process that starts the suites (`globalSetup` of vitest.real.config.ts): the one control plane that they
// share is started when the first of them asks, and ends with that process. Suites of other tools cost nothing.

let door: Server | undefined
let plane: Promise<ControlPlane> | undefined

export async function setup(project: TestProject): Promise<void> {
  door = createServer((_request, response) => {
    plane ??= startShared()
    plane.then(
      ({ folder, url, kubeconfig, admin }) =>
        response.end(JSON.stringify({ folder, url, kubeconfig, admin })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  project.provide('testbedDoor', `http://127.0.0.1:${(door.address() as AddressInfo).port}/`)
}

export async function teardown(): Promise<void> {
  door?.close()
  const started = await plane?.catch(() => undefined)
  await started?.shutDown()
}

async function startShared(): Promise<ControlPlane> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-testbed-'))
  return startControlPlane({ folder, keeps: 'nothing' })
}
