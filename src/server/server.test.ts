import { testServer } from './server.conformance.ts'
import { startCluster } from '../../test/embedded/in-process-cluster.ts'

testServer('the embedded server', startCluster)
