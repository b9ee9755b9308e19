import { join } from 'node:path'
import type { ApiServerOptions } from '../../src/apiserver/server.ts'
import { findBinaries } from '../testbed/binaries.ts'
import { commandOf } from '../testbed/commands.ts'
import { Part } from '../testbed/part.ts'
import { seed } from '../testbed/seed.ts'
import { createRawClient } from '../testbed/send.ts'
import { startWatchdog } from '../testbed/watchdog.ts'
import { startEmbedded, type Embedded } from './start-embedded.ts'

const names = ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const
const json = ['--kube-api-content-type=application/json']

/** Starts the embedded API server and lets the real controllers, the real scheduler and kwok work on it. */
export async function startWithRealControllers(
  folder: string,
  options: Partial<ApiServerOptions> = {},
): Promise<Embedded> {
  const embedded = await startEmbedded(folder, options)
  const binaries = findBinaries()
  const watchdog = startWatchdog()
  const parts = names.map((name) => {
    const logFile = join(folder, `${name}.log`)
    return { name, part: new Part({ name, logFile, watchdog }) }
  })
  const stop = async (): Promise<void> => {
    await Promise.all(parts.map(({ part }) => part.stop()))
    await embedded.stop()
    watchdog.dismiss()
  }
  const client = createRawClient(embedded.layout.admin)
  try {
    await Promise.all(
      parts.map(({ name, part }) => {
        const flags = name === 'kwok' ? [] : json
        const settings = { fsync: false, emulatedVersion: undefined, flags, binaries }
        return part.start(commandOf(name, embedded.layout, settings))
      }),
    )
    await seed(client)
    return { ...embedded, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    client.close()
  }
}
