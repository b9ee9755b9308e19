import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKubeClient } from '../../src/kube/client.ts'
import { findConnection } from '../../src/kube/connect.ts'
import { createUndiciTransport } from '../../src/kube/undici-transport.ts'
import { startControlPlane } from '../testbed/control-plane.ts'
import { testPlugins } from './plugin-scenarios.conformance.ts'

// A control plane of its own: an operator looks after all plugins of a cluster.
testPlugins('the real control plane', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plugin-scenarios-'))
  const plane = await startControlPlane({ folder, keeps: 'nothing' })
  const connection = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  const { send, close } = createUndiciTransport(connection)
  return {
    client: createKubeClient({ transport: send, rateLimit: 'none', fieldManager: 'tester' }),
    transport: send,
    close: async () => {
      await close()
      await plane.shutDown()
    },
  }
})
