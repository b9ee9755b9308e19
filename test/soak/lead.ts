// One process that wants to lead, started by the leader test: lead.ts URL LEASE IDENTITY LOG
// While it leads it writes the time, by the clock that all processes of a machine share, and its name.
import { openSync, writeSync } from 'node:fs'
import { runAsLeader } from '../../src/controller/election/run-as-leader.ts'
import { createKubeClient } from '../../src/kube/client.ts'
import { createUndiciTransport } from '../../src/kube/undici-transport.ts'
import { plainConnection } from './connections.ts'
import { electionTimes } from './election-times.ts'

const [url = '', name = '', identity = '', log = ''] = process.argv.slice(2)
const file = openSync(log, 'a')
const { send } = createUndiciTransport(plainConnection(url))
const client = createKubeClient({ transport: send })
console.log('ready')
await runAsLeader(
  client,
  { namespace: 'default', name, identity, ...electionTimes },
  async (leadership) => {
    while (!leadership.signal.aborted) {
      leadership.throwIfLost()
      writeSync(file, `${process.hrtime.bigint()} ${identity}\n`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
  new AbortController().signal,
)
