import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { targetsFor } from './targets.ts'
import { soakWatch } from './watch-soak.ts'

let plane: ControlPlane

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-soak-'))
  plane = await startControlPlane({ folder, keeps: 'nothing', parts: [] })
})
afterAll(() => plane.shutDown())

test('a minute of resets, 410s and restarts leaves informers equal to the server, no deletion missed', async () => {
  // How much a machine can write in a minute is its own affair; the ten-minute soak asks for all of it.
  const targets = { ...targetsFor(1), events: 500 }
  const report = await soakWatch(plane, targets, () => undefined)
  expect(report.complaints).toEqual([])
}, 300_000)
