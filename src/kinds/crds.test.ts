import { inProcessTransport } from '../apiserver/http/in-process.ts'
import { startApiServer } from '../apiserver/server.ts'
import { memoryFiles } from '../apiserver/storage/memory-files.ts'
import { createKubeClient } from '../kube/client.ts'
import { testCrds } from './crds.conformance.ts'

testCrds('the embedded server', async () => {
  const server = await startApiServer({ files: memoryFiles() })
  const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
  const transport = inProcessTransport(server.answer, peer)
  const client = createKubeClient({ transport, rateLimit: 'none' })
  return { client, stop: () => server.close() }
})
