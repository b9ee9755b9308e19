import { fileURLToPath } from 'node:url'
import { applyPlatform } from '../src/cli/platform/apply-platform.ts'
import { renderPlatform } from '../src/cli/platform/platform-objects.ts'
import type { ApiResource } from '../src/kube/api-resource.ts'
import type { KubeClient } from '../src/kube/client.ts'
import { createObject } from '../src/kube/objects/write-object.ts'
import type { JsonObject } from '../src/objects/json.ts'
import { listAt } from '../src/objects/kube-object.ts'
import { startSandbox } from '../src/sandbox/start-sandbox.ts'

/** An account of the chart, and the namespace that its rights are asked for in. */
export interface ChartAccount {
  readonly about: string
  readonly namespace: string
  readonly name: string
  /** The group whose rights are told; the others are those of a role of Kubernetes. */
  readonly only?: string
}

/** The accounts that the chart creates with the values `rightsValues`. */
export const chartAccounts: readonly ChartAccount[] = [
  { about: 'the operator', namespace: 'outrigger-system', name: 'outrigger' },
  {
    about: 'Plugins of the platform namespace',
    namespace: 'outrigger-system',
    name: 'outrigger-platform',
  },
  { about: 'the server', namespace: 'outrigger-system', name: 'outrigger-server' },
  {
    about:
      'Plugins of a tenant, in its namespace, besides what the ClusterRole `admin` of the cluster gives',
    namespace: 'default',
    name: 'outrigger',
    only: 'outrigger.dev',
  },
]

/** The values that the rights are told of: the defaults, with the server. */
const rightsValues: JsonObject = { createNamespace: true, server: { enabled: true } }

/** One line of `kubectl auth can-i --list`. */
export interface RightsLine {
  readonly what: string
  readonly names: string
  readonly verbs: string
}

const program = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

/** The page with the rights of every account of the chart. */
export const rightsPage = {
  path: 'docs/reference/rights.md',
  content: async () => {
    const sandbox = await startSandbox()
    try {
      return await describeRights(sandbox.client())
    } finally {
      await sandbox.stop()
    }
  },
}

async function describeRights(client: KubeClient): Promise<string> {
  const { signal } = new AbortController()
  const objects = renderPlatform(rightsValues, program)
  await applyPlatform(objects, 'refuse', { client, told: () => {} }, signal)
  const parts: string[] = []
  for (const account of chartAccounts) {
    const lines = await rightsOf(client, account, signal)
    parts.push(`## ${account.namespace}/${account.name}: ${account.about}\n\n${tableOf(lines)}`)
  }
  return `${introduction}\n${parts.join('\n\n')}\n`
}

const introduction = `# The rights of every account

Generated from charts/outrigger by \`npm run generate\`: what \`kubectl auth can-i --list --as system:serviceaccount:NAMESPACE:NAME -n NAMESPACE\` says after an installation
with the defaults and \`server.enabled\`, without the URLs and reviews of oneself that every account of a cluster may use. A rule that is added to the chart changes this page, and \`npm run check\` fails until it was generated anew; a test
compares it with the real kubectl on a real control plane. \`SECURITY.md\` says what these rights are worth.
`

async function rightsOf(
  client: KubeClient,
  { namespace, name, only }: ChartAccount,
  signal: AbortSignal,
): Promise<readonly RightsLine[]> {
  const own = client.impersonating({ user: `system:serviceaccount:${namespace}:${name}` })
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: reviews.kind,
    metadata: {},
    spec: { namespace },
  }
  const { object } = await createObject(own, reviews, review, {}, signal)
  const verbs = new Map<
    string,
    { readonly what: string; readonly names: string; verbs: Set<string> }
  >()
  const note = (what: string, names: string, given: readonly string[]) => {
    const key = `${what} ${names}`
    const line = verbs.get(key) ?? { what, names, verbs: new Set() }
    for (const verb of given) line.verbs.add(verb)
    verbs.set(key, line)
  }
  for (const rule of listAt(object, ['status', 'resourceRules'])) {
    const given = textsAt(rule, 'resourceNames')
    const resources = textsAt(rule, 'apiGroups').flatMap((group) =>
      textsAt(rule, 'resources').map((resource) => shown(group, resource)),
    )
    for (const one of given.length === 0 ? [''] : given)
      for (const resource of resources) note(resource, one, textsAt(rule, 'verbs'))
  }
  for (const rule of listAt(object, ['status', 'nonResourceRules']))
    for (const url of textsAt(rule, 'nonResourceURLs')) note(url, '', textsAt(rule, 'verbs'))
  return [...verbs.values()]
    .filter(({ what }) => isTold(what, only))
    .map((line) => ({ ...line, verbs: [...line.verbs].toSorted().join(' ') }))
    .toSorted((a, b) => (`${a.what} ${a.names}` < `${b.what} ${b.names}` ? -1 : 1))
}

// As kubectl writes it: the group stands between a resource and its subresource.
function shown(group: string, resource: string): string {
  const [name = '', ...rest] = resource.split('/')
  return [group === '' ? name : `${name}.${group}`, ...rest].join('/')
}

/** Whether a right is told: those that every account of a cluster has are not. */
export function isTold(what: string, only: string | undefined): boolean {
  if (only !== undefined) return what.includes(`.${only}`)
  return !what.startsWith('/') && !what.startsWith('selfsubject')
}

const cell = (text: string) => (text === '' ? '' : `\`${text}\``)

function tableOf(lines: readonly RightsLine[]): string {
  const rows = lines.map(({ what, names, verbs }) => `| \`${what}\` | ${cell(names)} | ${verbs} |`)
  return ['| resource or URL | names | verbs |', '|---|---|---|', ...rows].join('\n')
}

function textsAt(rule: unknown, key: string): readonly string[] {
  return listAt(rule as JsonObject, [key]).map(String)
}

const reviews: ApiResource = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'selfsubjectrulesreviews',
  kind: 'SelfSubjectRulesReview',
  namespaced: false,
}
