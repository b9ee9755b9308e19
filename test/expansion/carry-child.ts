// Started by judge.ts with one argument, a job in JSON: carries a package out and prints what came of it.
import { runExpansion } from '../../src/expansion/carry-out/run-expansion.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { type KubeObject, nameOf, namespaceOf, textAt } from '../../src/objects/kube-object.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'

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
    apply: async (objects) => {
      let changed = 0
      for (const object of objects as readonly KubeObject[]) {
        const resource = resourceOf(object.kind === 'Plugin' ? pluginKind : repositoryKind)
        const target = { resource, namespace: namespaceOf(object), name: nameOf(object) }
        const before = await getObject(client, target, {}, signal)
        const { object: after } = await applyObject(client, resource, object, {}, signal)
        const version = ['metadata', 'resourceVersion']
        if (before === undefined || textAt(before, version) !== textAt(after, version)) changed++
      }
      return changed
    },
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
