// Started by judge.ts with one argument, a job in JSON: carries a package out and prints what came of it.
import { runExpansion } from '../../src/expansion/carry-out/run-expansion.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'
import { applyObjects } from './apply-objects.ts'

interface Job {
  readonly package: string
  readonly folder: string
  readonly kubeconfig: string
  /** The host and folder of the site's registry. */
  readonly registry: string
}

const job = JSON.parse(process.argv[2] ?? '') as Job
const signal = AbortSignal.timeout(10 * 60_000)
const connection = await findConnection({ kubeconfig: job.kubeconfig, environment: {} })
const { client, close } = connect(connection)
console.log('began')
const began = performance.now()
const { carried } = await runExpansion(
  {
    name: 'large',
    package: job.package,
    registry: job.registry,
    charts: undefined,
    credentials: undefined,
    tls: undefined,
    site: {
      namespace: 'outrigger-system',
      values: { global: {}, charts: {} },
      facts: {},
      secretName: undefined,
      clusters: [],
    },
    clustersOf: () => [undefined],
  },
  { folder: job.folder, fetching: { policy: strictPolicy, indexFolder: job.folder } },
  {
    apply: (objects) => applyObjects(objects, client, signal),
  },
  signal,
)
await close()
const { steps, bytes, digest, receipt, objects } = carried
const milliseconds = Math.round(performance.now() - began)
console.log(
  JSON.stringify({
    steps: steps.map(({ name, state, message }) => `${state} ${name}: ${message}`),
    bytes,
    digest,
    receipt,
    objects: objects.length,
    milliseconds,
  }),
)
