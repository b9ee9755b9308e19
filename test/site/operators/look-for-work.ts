// Ends with 0 when the work of the operators of these tests is there for $OUTRIGGER_CLUSTER.
import { secrets } from '../../../src/kube/objects/core-resources.ts'
import { getObject } from '../../../src/kube/objects/get-object.ts'
import { connectToCluster } from '../../../src/sdk/sdk.ts'

const signal = AbortSignal.timeout(10_000)
const { client, close } = await connectToCluster({ environment: process.env })
const name = `metrics-server-${process.env['OUTRIGGER_CLUSTER'] ?? ''}`
const configMaps = { ...secrets, resource: 'configmaps', kind: 'ConfigMap' }
const found = await Promise.all(
  [secrets, configMaps].map((resource) =>
    getObject(client, { resource, namespace: 'outrigger-system', name }, {}, signal),
  ),
)
await close()
process.exitCode = found.some((one) => one !== undefined) ? 0 : 1
