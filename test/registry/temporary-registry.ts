import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type RegistryOptions,
  type RunningRegistry,
  serveRegistry,
} from '../../src/oci/registry/serve.ts'

/** An embedded registry on a folder that goes away with it. */
export async function startTemporaryRegistry(
  options: Omit<RegistryOptions, 'root'> = {},
): Promise<RunningRegistry & { readonly stop: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'outrigger-registry-'))
  const registry = await serveRegistry({ ...options, root }, new AbortController().signal)
  const stop = async () => {
    await registry.close(AbortSignal.abort())
    // A request that was cut off may still be tidying up after itself.
    await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 25 })
  }
  return { ...registry, stop }
}
