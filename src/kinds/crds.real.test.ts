import { sharedControlPlane } from '../../test/testbed/shared.ts'
import { connect, findConnection } from '../kube/connect.ts'
import { testCrds } from './crds.conformance.ts'

testCrds('the real API server', async () => {
  const { kubeconfig } = await sharedControlPlane()
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  return { client, stop: close }
})
