import { capabilitiesOf } from '../../chart/capabilities.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { renderChart } from '../../chart/render/render.ts'
import { readValues } from '../../chart/values/read-values.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { platformChart } from './built-in-charts.ts'

/** The parts of a platform besides its kinds. */
export interface PlatformInput {
  /** Namespaces whose plugins act as an account of their own from the start. */
  readonly tenants: readonly string[]
  /**
   * The rights of those accounts: all in their namespace, or everything, which is for sandboxes.
   */
  readonly tenantRights: 'namespace' | 'cluster'
  /** The accounts, by name, that plugins of tenants may act as; `outrigger` alone by default, `*` for any. */
  readonly pluginAccounts?: readonly string[]
  readonly repositories: readonly { readonly name: string; readonly spec: JsonObject }[]
  /** The operator on the cluster itself; it runs elsewhere when absent. */
  readonly operator?: OperatorInput | undefined
}

/** The operator as a workload of the cluster that it looks after. */
export interface OperatorInput {
  readonly image: string
  /** One leads, the others stand by. */
  readonly replicas: number
  /** Whether the REST API and the page are served on the cluster, too; not unless told. */
  readonly serves?: boolean
}

/** The objects of a platform in Helm's install order, from the chart `outrigger` of this program. */
export function platformObjects(input: PlatformInput, program: string): readonly KubeObject[] {
  return renderPlatform(platformValues(input), program)
}

/** The same for values of the chart. */
export function renderPlatform(values: JsonObject, program: string): readonly KubeObject[] {
  const { manifests } = renderChart(loadChart(platformChart(program)), {
    values: readValues(new TextEncoder().encode(JSON.stringify(values))),
    release: { name: 'outrigger', namespace: platformNamespace, revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(undefined, []),
    entropy: nodeEntropy(),
    warn: () => {},
  })
  return manifests.flatMap(({ text }) => readManifest(text))
}

/** The namespaces of tenants, for a sandbox: nobody else makes them there. */
export function tenantNamespaces(tenants: readonly string[]): readonly KubeObject[] {
  return tenants.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }))
}

/** The values of the chart for a platform. */
export function platformValues(input: PlatformInput): JsonObject {
  const { tenants, tenantRights, repositories, operator, pluginAccounts } = input
  const shared = {
    createNamespace: true,
    tenants: [...tenants],
    tenantRights,
    ...(pluginAccounts === undefined ? {} : { pluginAccounts: [...pluginAccounts] }),
    repositories: repositories.map(({ name, spec }) => ({ name, spec })),
  }
  if (operator === undefined) return { ...shared, operator: { enabled: false } }
  const { image, replicas, serves = false } = operator
  return {
    ...shared,
    image: imageParts(image),
    operator: { enabled: true, replicas },
    ...(serves ? { server: { enabled: true, replicas } } : {}),
  }
}

/** In a sandbox, which is one person's, tenants may do everything and act as any account. */
export function sandboxInput(
  tenants: readonly string[],
  repositories: PlatformInput['repositories'],
): PlatformInput {
  return { tenants, tenantRights: 'cluster', pluginAccounts: ['*'], repositories }
}

function imageParts(image: string): JsonObject {
  const [name = '', digest = ''] = image.split('@')
  const colon = name.indexOf(':', name.lastIndexOf('/') + 1)
  const [repository, tag] =
    colon < 0 ? [name, 'latest'] : [name.slice(0, colon), name.slice(colon + 1)]
  return { repository, tag, digest }
}
