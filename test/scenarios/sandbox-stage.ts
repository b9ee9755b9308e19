import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '../../src/sandbox/serve-sandbox.ts'

export interface ServedForTest {
  readonly kubeconfig: string
  readonly close: () => Promise<void>
}

/** A sandbox of its own behind a socket, and the path of its kubeconfig. */
export async function openSandbox(): Promise<ServedForTest> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-sandbox-'))
  const failures: unknown[] = []
  const onFailure = (error: unknown) => void failures.push(error)
  const served = await serveSandbox({ folder, port: 0, name: 'sandbox', onFailure })
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, served.kubeconfig, { mode: 0o600 })
  return {
    kubeconfig,
    close: async () => {
      // A request that the stop itself cuts off is no failure.
      const before = [...failures]
      await served.stop()
      await rm(folder, { recursive: true, force: true })
      if (before.length > 0) throw new AggregateError(before, 'the sandbox had failures')
    },
  }
}
