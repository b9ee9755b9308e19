import { inProcessTransport } from '../../src/apiserver/http/in-process.ts'
import { startApiServer } from '../../src/apiserver/server.ts'
import { memoryFiles } from '../../src/apiserver/storage/memory-files.ts'
import { createKubeClient } from '../../src/kube/client.ts'

/** The embedded API server in this process, and its administrator. */
export async function startCluster() {
  const server = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(server.answer, peer)
  const client = createKubeClient({ transport, rateLimit: 'none' })
  return { client, stop: () => server.close() }
}
