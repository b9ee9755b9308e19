import { sharedControlPlane } from '../../../test/testbed/shared.ts'
import { connect, findConnection } from '../../kube/connect.ts'
import { testClusterMatrix } from './cluster-matrix.conformance.ts'

testClusterMatrix('the real API server', async () => {
  const { kubeconfig } = await sharedControlPlane()
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  return { client, stop: close }
})
