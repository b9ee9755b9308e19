import { isJsonRecord, type JsonRecord, type JsonValue } from './json-value.ts'
import { type Problem, readValue } from './schema/read-value.ts'
import { type SiteFile, siteFileSchema } from './site-file.ts'

/** A `tke.json` as a site; the notes say what was left behind. */
export interface TkeSite {
  readonly site: SiteFile
  readonly problems: readonly Problem[]
  readonly notes: readonly string[]
}

/**
 * Reads the file that an installer of TKEStack keeps. Names of fields are compared as Go compares them, without regard
 * to case; passwords and keys stay where they are. Values may be texts, which the second function reads: undefined for one
 * that is no mapping.
 */
export function readTkeJson(
  json: JsonValue,
  readValues: (text: string) => JsonRecord | undefined,
): TkeSite {
  const para = at(json, 'para')
  const cluster = firstOf([at(json, 'cluster'), at(para, 'cluster')])
  const config = firstOf([at(para, 'config'), at(json, 'config')])
  const spec = at(cluster, 'spec')
  const registry = registryOf(at(config, 'registry'))
  const problems: Problem[] = []
  const raw: JsonRecord = compact({
    registry,
    skipSteps: listAt(config, 'skipSteps'),
    cluster: clusterOf(cluster, spec),
    applications: [
      ...listAt(at(json, 'config'), 'expansionApps').map(applicationOf),
      ...listAt(spec, 'bootstrapApps').map((one) =>
        bootstrapOf(at(one, 'app'), cluster, readValues),
      ),
    ],
    expansion: expansionOf(at(json, 'config')),
  })
  const site = readValue(siteFileSchema, raw, '', problems)
  const notes = [
    ...secretsOf(spec, at(config, 'registry')),
    ...clusterNotes(spec),
    ...customChartsNotes(at(json, 'config')),
    ...platformNotes(listAt(at(json, 'config'), 'platformApps')),
    ...listAt(spec, 'bootstrapApps').flatMap((one) => bootstrapNotes(at(one, 'app'), readValues)),
  ]
  return { site, problems, notes }
}

const plainFields = [
  'dockerExtraArgs',
  'kubeletExtraArgs',
  'apiServerExtraArgs',
  'controllerManagerExtraArgs',
  'schedulerExtraArgs',
  'etcd',
  'version',
] as const

function clusterOf(cluster: JsonValue | undefined, spec: JsonValue | undefined): JsonRecord {
  const features = at(spec, 'features')
  const machines = listAt(spec, 'machines').map((machine) =>
    compact({
      ip: at(machine, 'ip'),
      port: at(machine, 'port'),
      username: at(machine, 'username'),
      labels: at(machine, 'labels'),
      // Words of ours, so that the file can go on to be used without the passwords that stay behind.
      secretName: at(machine, 'secretName'),
      role: at(machine, 'role'),
      name: at(machine, 'name'),
      hostKey: at(machine, 'hostKey'),
    }),
  )
  return compact({
    name: at(at(cluster, 'metadata'), 'name'),
    labels: at(at(cluster, 'metadata'), 'labels'),
    annotations: at(at(cluster, 'metadata'), 'annotations'),
    machines,
    podSubnet: at(spec, 'clusterCIDR'),
    serviceSubnet: at(spec, 'serviceCIDR'),
    endpoint: endpointOf(at(features, 'ha')),
    features: compact({
      skipConditions: at(features, 'skipConditions'),
      delegateConditions: at(features, 'delegateConditions'),
      files: at(features, 'files'),
      hooks: at(features, 'hooks'),
    }),
    ...Object.fromEntries(
      plainFields.flatMap((field) => {
        const value = at(spec, field)
        return value === undefined ? [] : [[field, value] as const]
      }),
    ),
  })
}

// A load balancer that is there, or an address that keepalived is to keep: the one is taken over, the other needs a package.
function endpointOf(ha: JsonValue | undefined): string | undefined {
  const address = at(at(ha, 'thirdParty'), 'vip')
  const port = at(at(ha, 'thirdParty'), 'vport')
  if (typeof address !== 'string' || address === '') return undefined
  return `${address}:${typeof port === 'number' ? port : 6443}`
}

function registryOf(registry: JsonValue | undefined): JsonRecord | undefined {
  const other = at(registry, 'thirdParty')
  const own = at(registry, 'tke')
  const chosen = isJsonRecord(other) ? other : own
  if (!isJsonRecord(chosen)) return undefined
  return compact({
    address: at(chosen, 'domain'),
    namespace: at(chosen, 'namespace'),
    secretName: at(chosen, 'secretName'),
    kind: isJsonRecord(other) ? 'existing' : 'embedded',
  })
}

function applicationOf(app: JsonValue): JsonRecord {
  const chart = at(app, 'chart')
  return compact({
    name: at(app, 'name'),
    enabled: at(app, 'enable'),
    chart: at(chart, 'name'),
    group: at(chart, 'chartGroupName'),
    version: at(chart, 'version'),
    cluster: at(chart, 'targetCluster'),
    targetNamespace: at(chart, 'targetNamespace'),
    values: at(chart, 'values'),
  })
}

// Applications that a new cluster gets once go to that cluster, whatever they say.
function bootstrapOf(
  app: JsonValue | undefined,
  cluster: JsonValue | undefined,
  readValues: ReadValues,
): JsonRecord {
  const spec = at(app, 'spec')
  const chart = at(spec, 'chart')
  return compact({
    name: at(spec, 'name') ?? at(at(app, 'metadata'), 'name'),
    chart: at(chart, 'chartName'),
    group: at(chart, 'chartGroupName'),
    version: at(chart, 'chartVersion'),
    cluster: at(at(cluster, 'metadata'), 'name'),
    targetNamespace: at(spec, 'targetNamespace') ?? at(at(app, 'metadata'), 'namespace'),
    values: valuesOf(at(spec, 'values'), readValues),
  })
}

type ReadValues = (text: string) => JsonRecord | undefined

// An object of ours, or the text that TKEStack has; base64 is not guessed.
function valuesOf(values: JsonValue | undefined, readValues: ReadValues): JsonValue | undefined {
  const object = at(values, 'rawValuesObject')
  const text = at(values, 'rawValues')
  return object ?? (typeof text === 'string' ? readValues(text) : undefined)
}

// The pairs that TKEStack accepts beside are not translated.
function bootstrapNotes(app: JsonValue | undefined, readValues: ReadValues): string[] {
  const values = at(at(app, 'spec'), 'values')
  const isRead = valuesOf(values, readValues) !== undefined
  const left = ['rawValues', 'values'].filter(
    (field) => isFilled(at(values, field)) && !(field === 'rawValues' && isRead),
  )
  if (left.length === 0) return []
  const name = at(at(app, 'spec'), 'name') ?? at(at(app, 'metadata'), 'name')
  const which = typeof name === 'string' ? name : ''
  return [
    `bootstrapApps: ${left.join(' and ')} of ${which} were left behind; write them into the values of its application`,
  ]
}

// Their charts are folders of the installer of TKEStack.
function platformNotes(apps: readonly JsonValue[]): string[] {
  return apps.map((app) => {
    const options = at(app, 'helmInstallOptions')
    const name = at(options, 'releaseName') ?? at(app, 'localChartPath') ?? ''
    const which = typeof name === 'string' ? name : ''
    return `platformApps: ${which} was left behind; name its chart in platformApplications`
  })
}

// Facts of a cluster that a site has no word for.
function clusterNotes(spec: JsonValue | undefined): string[] {
  const domain = at(spec, 'dnsDomain')
  const names = listAt(spec, 'publicAlternativeNames').filter((name) => typeof name === 'string')
  const vip = at(at(at(at(spec, 'features'), 'ha'), 'tke'), 'vip')
  const taints = listAt(spec, 'machines').flatMap((machine, index) =>
    listAt(machine, 'taints').length === 0
      ? []
      : [
          `cluster.machines[${index}]: taints were left behind; kubectl taint writes them once its Node is there`,
        ],
  )
  return [
    ...(typeof domain !== 'string' || ['', 'cluster.local'].includes(domain)
      ? []
      : [`cluster: dnsDomain ${domain} was left behind; the domain is cluster.local`]),
    ...(names.length === 0
      ? []
      : [
          `cluster: publicAlternativeNames ${names.join(', ')} were left behind; write the one by which the API is called into cluster.endpoint`,
        ]),
    ...(typeof vip !== 'string' || vip === ''
      ? []
      : [
          `cluster: ${vip} of features.ha.tke was left behind; a package as examples/keepalived keeps it, then it is cluster.endpoint`,
        ]),
    ...taints,
  ]
}

// An archive with packages of charts, beside the installer of TKEStack.
function customChartsNotes(config: JsonValue | undefined): string[] {
  const name = at(config, 'customChartsName')
  if (typeof name !== 'string' || name === '') return []
  return [
    `customChartsName: ${name} was left behind; unpack its charts into charts/ beside this file`,
  ]
}

function expansionOf(config: JsonValue | undefined): JsonRecord | undefined {
  const folder = at(config, 'customExpansionDir')
  const enabled = at(config, 'enableCustomExpansion')
  if (folder === undefined && enabled === undefined) return undefined
  return compact({ folder: folder === '' ? undefined : folder, enabled })
}

const secretFields = ['password', 'privateKey', 'passPhrase'] as const

function secretsOf(spec: JsonValue | undefined, registry: JsonValue | undefined): string[] {
  const machines = listAt(spec, 'machines').flatMap((machine, index) =>
    secretFields.flatMap((field) =>
      isFilled(at(machine, field)) && !isFilled(at(machine, 'secretName'))
        ? [`cluster.machines[${index}]: ${field} was left behind; name a Secret in secretName`]
        : [],
    ),
  )
  const logins = ['tke', 'thirdParty'].flatMap((whose) =>
    isFilled(at(at(registry, whose), 'password'))
      ? [`registry: the password of ${whose} was left behind; name a Secret in secretName`]
      : [],
  )
  return [...machines, ...logins]
}

function isFilled(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== ''
}

// Go finds a field in any case, the exact one first.
function at(value: JsonValue | undefined, field: string): JsonValue | undefined {
  if (!isJsonRecord(value)) return undefined
  const exact = Object.hasOwn(value, field) ? value[field] : undefined
  if (exact !== undefined) return exact ?? undefined
  const lower = field.toLowerCase()
  const key = Object.keys(value).find((one) => one.toLowerCase() === lower)
  return key === undefined ? undefined : (value[key] ?? undefined)
}

function listAt(value: JsonValue | undefined, field: string): readonly JsonValue[] {
  const found = at(value, field)
  return Array.isArray(found) ? (found as readonly JsonValue[]) : []
}

function firstOf(values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  return values.find((value) => isJsonRecord(value))
}

function compact(record: Readonly<Record<string, JsonValue | undefined>>): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value] as const],
    ),
  )
}
