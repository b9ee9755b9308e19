// npm run soak:watch                  ten minutes of resets, 410s, server restarts and 200,000 events
// npm run soak:watch -- --minutes 1   the same in small
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startControlPlane } from '../testbed/control-plane.ts'
import { targetsFor } from './targets.ts'
import { soakWatch } from './watch-soak.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)

if (Number.isFinite(minutes) && minutes > 0 && minutes <= 60) await run()
else {
  console.error(`--minutes takes a number up to 60, not ${values.minutes}`)
  process.exitCode = 2
}

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-soak-'))
  const plane = await startControlPlane({ folder, keeps: 'nothing', parts: [] })
  try {
    const report = await soakWatch(plane, targetsFor(minutes), (line) => console.log(line))
    console.log(JSON.stringify(report, undefined, 2))
    if (report.complaints.length > 0) process.exitCode = 1
  } finally {
    await plane.shutDown()
  }
}
