import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { inProcessTransport } from '../../src/apiserver/http/in-process.ts'
import type { Transport } from '../../src/kube/transport.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { type Clock, systemClock } from '../../src/std/clock.ts'
import { OperatorStage } from './operator-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const opened: OperatorStage[] = []
afterEach(async () => {
  for (const stage of opened.splice(0)) await stage.close()
})

// Longer than a lead lasts without a renewal, and less than the Lease.
const sleep = 12_000

/** A process that is stopped in the middle of a request: its timers know nothing of it when it goes on. */
class StoppedProcess {
  private slept = 0
  private stopAt: RegExp | undefined
  private seen: string[] | undefined
  private readonly over = Promise.withResolvers<readonly string[]>()

  readonly clock: Clock = {
    now: () => systemClock.now() + this.slept,
    monotonic: () => systemClock.monotonic() + this.slept,
    after: systemClock.after,
  }

  /** Stops when the first such request has been answered; gives the writes that follow before it asks for the Lease again. */
  writesAfter(request: RegExp): Promise<readonly string[]> {
    this.stopAt = request
    return this.over.promise
  }

  through(transport: Transport): Transport {
    return async (request, signal) => {
      const line = `${request.method} ${request.path.split('?')[0]}`
      if (!/leases/.test(line)) {
        if (request.method !== 'GET') this.seen?.push(line)
      } else if (this.seen !== undefined) this.over.resolve(this.seen)
      const answer = await transport(request, signal)
      if (this.stopAt?.test(line) === true) {
        this.stopAt = undefined
        this.slept = sleep
        this.seen = []
      }
      return answer
    }
  }
}

const rows = [
  { after: 'the finalizer', request: /^PATCH .*\/plugins\/one$/ },
  { after: 'the record of an install', request: /^POST .*\/secrets$/ },
  { after: 'the first object', request: /^PATCH .*\/configmaps\/one-a$/ },
  { after: 'the end of an install', request: /^PUT .*\/secrets\/sh\.helm/ },
  { after: 'a status', request: /^PATCH .*\/plugins\/one\/status$/ },
]

test.each(rows)('a process that slept after $after writes no more', async ({ request }) => {
  const slept = new StoppedProcess()
  const sandbox = await startSandbox({})
  const peer = { certificate: { name: 'operator', groups: ['system:masters'] } }
  const stage = await OperatorStage.open({
    clock: slept.clock,
    cluster: {
      client: sandbox.client({ fieldManager: 'tester' }),
      transport: slept.through(inProcessTransport(sandbox.server.answer, peer)),
      close: () => sandbox.stop(),
    },
  })
  opened.push(stage)
  await writeTemplates(join(stage.files, 'one'))
  await stage.start()
  const writes = slept.writesAfter(request)
  await stage.plugin('one', { kind: 'template', repo: `file://${join(stage.files, 'one')}` })
  expect(await writes).toEqual([])
  // The next leader goes on.
  await stage.ready('one')
})

async function writeTemplates(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'all.yaml'), `${mapOf('a')}---\n${mapOf('b')}`)
}

function mapOf(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one-${name}}\ndata: {a: b}\n`
}
