import { startCluster } from '../../../test/embedded/in-process-cluster.ts'
import { testClusterMatrix } from './cluster-matrix.conformance.ts'

testClusterMatrix('the embedded server', startCluster)
