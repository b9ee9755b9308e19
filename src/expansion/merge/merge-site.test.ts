import { describe, expect, test } from 'vitest'
import type { ExpansionFile } from '../../kinds/expansion-file.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { readValue } from '../../kinds/schema/read-value.ts'
import { siteFileSchema } from '../../kinds/site-file.ts'
import { type Json, fieldOf } from '../../objects/json.ts'
import { declarationOf } from '../package/read-declaration.ts'
import { explainSite } from './explain-site.ts'
import { mergeSite, siteWith } from './merge-site.ts'
import { openPackage } from '../package/open-package.ts'
import { inTestFolder, writeFiles } from '../package-for-test.ts'
import { emptySite, siteOfText } from './read-site.ts'

const contentOf = (text: string): ExpansionFile => declarationOf(text, undefined).content
const siteOf = (site: JsonRecord) => readValue(siteFileSchema, site, '', [])

function at(value: Json | undefined, path: string): Json | undefined {
  return path.split('.').reduce((found, field) => fieldOf(found, field), value)
}

interface Row {
  readonly name: string
  readonly site: JsonRecord
  readonly expansion: string
  readonly path: string
  readonly merged: unknown
  readonly overruled?: readonly string[]
}

const features = (fields: JsonRecord): JsonRecord => ({ cluster: { features: fields } })

const rows: readonly Row[] = [
  {
    name: 'steps are a union, the order of the site first',
    site: { skipSteps: ['Install etcd', 'Install tke audit'] },
    expansion: 'installer_skip_steps: [Install tke audit, Install Thanos]',
    path: 'skipSteps',
    merged: ['Install etcd', 'Install tke audit', 'Install Thanos'],
  },
  {
    name: 'a step of an older release is the one of today',
    site: { skipSteps: ['Install tke-gateway chart'] },
    expansion: 'installer_skip_steps: [Install tke-gateway, Install InfluxDB]',
    path: 'skipSteps',
    merged: ['Install tke-gateway chart', 'Install InfluxDB chart'],
  },
  {
    name: 'all parts of a step that was several are the step',
    site: { skipSteps: ['Install tke-registry-api'] },
    expansion: 'installer_skip_steps: [Install tke-registry-controller]',
    path: 'skipSteps',
    merged: ['Install tke-registry chart'],
  },
  {
    name: 'one part of it is not',
    site: {},
    expansion: 'installer_skip_steps: [Install tke-registry-controller]',
    path: 'skipSteps',
    merged: [],
  },
  {
    name: 'skipped conditions are a union',
    site: features({ skipConditions: ['EnsureGalaxy'] }),
    expansion: 'create_cluster_skip_conditions: [EnsureSysctl, EnsureGalaxy]',
    path: 'cluster.features.skipConditions',
    merged: ['EnsureGalaxy', 'EnsureSysctl'],
  },
  {
    name: 'delegated conditions are a union',
    site: features({ delegateConditions: ['EnsureGalaxy'] }),
    expansion: 'create_cluster_delegate_conditions: [EnsureSysctl, EnsureGalaxy]',
    path: 'cluster.features.delegateConditions',
    merged: ['EnsureGalaxy', 'EnsureSysctl'],
  },
  {
    name: 'a condition that the site skips is not delegated',
    site: features({ skipConditions: ['EnsureCilium'] }),
    expansion: 'create_cluster_delegate_conditions: [EnsureCilium]',
    path: 'cluster.features.delegateConditions',
    merged: [],
    overruled: ['EnsureCilium is not delegated: the site decided otherwise'],
  },
  {
    name: 'a condition that the site delegates is not skipped',
    site: features({ delegateConditions: ['EnsureCilium'] }),
    expansion: 'create_cluster_skip_conditions: [EnsureCilium]',
    path: 'cluster.features.skipConditions',
    merged: [],
    overruled: ['EnsureCilium is not skipped: the site decided otherwise'],
  },
  {
    name: 'files are told apart by their destination, and that of the site stays',
    site: features({ files: [{ src: 'mine.conf', dst: '/etc/a.conf' }] }),
    expansion: 'files: [etc/a.conf, etc/b.conf]',
    path: 'cluster.features.files',
    merged: [
      { src: 'mine.conf', dst: '/etc/a.conf' },
      { src: 'files_generated/etc__b.conf', dst: '/etc/b.conf' },
    ],
    overruled: ['/etc/a.conf is not taken from the package: the site has a file for it'],
  },
  {
    name: 'a file of the name of a hook is that hook, unless the site has one of the type',
    site: features({ hooks: { PreInstall: '/mine' } }),
    expansion: 'files: [opt/PreInstall, opt/PostClusterInstall]',
    path: 'cluster.features.hooks',
    merged: { PreInstall: '/mine', PostClusterInstall: '/opt/PostClusterInstall' },
    overruled: ['cluster.features.hooks.PreInstall is that of the site'],
  },
  {
    name: 'arguments are added by key',
    site: { cluster: { kubeletExtraArgs: { 'max-pods': '100' } } },
    expansion: 'create_cluster_extra_args: {kubeletExtraArgs: {max-pods: "200", v: "4"}}',
    path: 'cluster.kubeletExtraArgs',
    merged: { 'max-pods': '100', v: '4' },
    overruled: ['cluster.kubeletExtraArgs.max-pods is that of the site'],
  },
  ...(
    [
      'dockerExtraArgs',
      'apiServerExtraArgs',
      'controllerManagerExtraArgs',
      'schedulerExtraArgs',
    ] as const
  ).map((field) => ({
    name: `so are ${field}`,
    site: {},
    expansion: `create_cluster_extra_args: {${field}: {a: b}}`,
    path: `cluster.${field}`,
    merged: { a: 'b' },
  })),
  {
    name: 'etcd of the site stays, which the original overwrites',
    site: { cluster: { etcd: { local: { dataDir: '/mine' } } } },
    expansion: 'create_cluster_extra_args: {etcd: {local: {dataDir: /theirs}}}',
    path: 'cluster.etcd.local.dataDir',
    merged: '/mine',
    overruled: ['cluster.etcd is that of the site'],
  },
  {
    name: 'etcd of the package is taken where the site says nothing',
    site: {},
    expansion: 'create_cluster_extra_args: {etcd: {external: {endpoints: [https://a]}}}',
    path: 'cluster.etcd.external.endpoints',
    merged: ['https://a'],
  },
  {
    name: 'the version of Kubernetes of the site stays',
    site: { cluster: { version: '1.35.0' } },
    expansion: 'k8s_version: 1.36.3',
    path: 'cluster.version',
    merged: '1.35.0',
    overruled: ['cluster.version is that of the site, not 1.36.3'],
  },
  {
    name: 'the folder of images is the name of the package unless it says another',
    site: { registry: { address: 'registry.example' } },
    expansion: 'expansion_name: demo',
    path: 'registry.namespace',
    merged: 'demo',
  },
  {
    name: 'the folder of images of the site stays',
    site: { registry: { address: 'registry.example', namespace: 'mine' } },
    expansion: 'registry_namespace: theirs',
    path: 'registry.namespace',
    merged: 'mine',
  },
]

test.each(rows)('$name', ({ site, expansion, path, merged, overruled = [] }) => {
  const values = { global: {}, charts: {} }
  const result = mergeSite(siteOf(site), { content: contentOf(expansion), values })
  expect(at(result.site, path)).toEqual(merged)
  expect(result.overruled).toEqual(overruled)
})

test('values of the site go over those of the package, field by field', () => {
  const site = siteOf({ values: { global: { a: 1, b: { c: 1 } }, charts: { web: { x: 1 } } } })
  const values = { global: { a: 2, b: { c: 2, d: 2 } }, charts: { web: { x: 2, y: 2 }, db: {} } }
  expect(mergeSite(site, { content: contentOf(''), values }).site.values).toEqual({
    global: { a: 1, b: { c: 1, d: 2 } },
    charts: { web: { x: 1, y: 2 }, db: {} },
  })
})

test('every line is explained by its side', () => {
  const said = {
    skipSteps: ['Install etcd'],
    cluster: { kubeletExtraArgs: { 'max-pods': '100' }, features: { hooks: {} } },
  }
  const content = contentOf(
    'installer_skip_steps: [Install etcd, Install Thanos]\ncreate_cluster_extra_args: {kubeletExtraArgs: {max-pods: "200", v: "4"}}\nfiles: [etc/a.conf]\n',
  )
  const merged = mergeSite(siteOf(said), { content, values: { global: {}, charts: {} } })
  const lines = explainSite(merged, said).map(({ from, text }) => `${from.padEnd(9)} ${text}`)
  expect(lines.slice(0, 21)).toEqual([
    '          skipSteps:',
    'both        - Install etcd',
    'expansion   - Install Thanos',
    '          cluster:',
    'default     name: global',
    'default     provider: kubeadm',
    'default     machines: []',
    '            features:',
    'default       skipConditions: []',
    'default       delegateConditions: []',
    '              files:',
    'expansion       - src: files_generated/etc__a.conf',
    'expansion         dst: /etc/a.conf',
    'site          hooks: {}',
    '            kubeletExtraArgs:',
    'site          max-pods: "100"',
    'expansion     v: "4"',
    '          values:',
    'default     global: {}',
    'default     charts: {}',
    'default   facts: {}',
  ])
})

describe('a tke.json', () => {
  const tke = JSON.stringify({
    config: {
      EnableCustomExpansion: true,
      CustomExpansionDir: '/data/expansions',
      expansionApps: [
        { Name: 'demo', Enable: true, Chart: { Name: 'demo', Version: '1.0.0', Values: { a: 1 } } },
      ],
    },
    para: {
      Config: {
        skipSteps: ['Install etcd'],
        registry: { thirdParty: { domain: 'r.example', namespace: 'lib', password: 'c2VjcmV0' } },
      },
    },
    cluster: {
      metadata: { name: 'global' },
      spec: {
        version: '1.20.4',
        machines: [{ ip: '10.0.0.1', port: 22, username: 'root', password: 'c2VjcmV0' }],
        features: { skipConditions: ['EnsureGalaxy'], hooks: { PreInstall: '/x' } },
        kubeletExtraArgs: { v: '4' },
      },
    },
    step: 12,
  })

  test('is read as a site', () => {
    const { site } = siteOfText(tke, 'tke.json')
    expect(site).toMatchObject({
      registry: { address: 'r.example', namespace: 'lib', kind: 'existing' },
      skipSteps: ['Install etcd'],
      cluster: {
        name: 'global',
        version: '1.20.4',
        machines: [{ ip: '10.0.0.1', port: 22, username: 'root' }],
        features: { skipConditions: ['EnsureGalaxy'], hooks: { PreInstall: '/x' } },
        kubeletExtraArgs: { v: '4' },
      },
      expansion: { enabled: true, folder: '/data/expansions' },
      applications: [{ name: 'demo', chart: 'demo', group: 'public', version: '1.0.0' }],
    })
  })

  test('leaves its passwords behind and says so', () => {
    const { site, notes } = siteOfText(tke, 'tke.json')
    expect(JSON.stringify(site)).not.toContain('c2VjcmV0')
    expect(notes).toEqual([
      'cluster.machines[0]: password was left behind; name a Secret in secretName',
      'registry: the password of thirdParty was left behind; name a Secret in secretName',
    ])
  })

  test('goes on to be used when a Secret is named beside the password', () => {
    const machine = '"ip":"10.0.0.1"'
    const named = tke.replace(machine, `${machine},"secretName":"login","role":"worker"`)
    const { site, notes } = siteOfText(named, 'tke.json')
    expect(site.cluster.machines).toMatchObject([{ secretName: 'login', role: 'worker' }])
    expect(notes.filter((note) => note.startsWith('cluster'))).toEqual([])
  })

  test.each([
    {
      name: 'its networks',
      spec: { clusterCIDR: '172.16.0.0/16', serviceCIDR: '172.18.0.0/20' },
      cluster: { podSubnet: '172.16.0.0/16', serviceSubnet: '172.18.0.0/20' },
      notes: [],
    },
    {
      name: 'a load balancer before its API',
      spec: { features: { ha: { thirdParty: { vip: '10.0.0.9', vport: 8443 } } } },
      cluster: { endpoint: '10.0.0.9:8443' },
      notes: [],
    },
    {
      name: 'a load balancer without a port',
      spec: { features: { ha: { thirdParty: { vip: '10.0.0.9' } } } },
      cluster: { endpoint: '10.0.0.9:6443' },
      notes: [],
    },
    {
      name: 'the address of keepalived',
      spec: { features: { ha: { tke: { vip: '10.0.0.9' } } } },
      cluster: {},
      notes: [
        'cluster: 10.0.0.9 of features.ha.tke was left behind; a package as examples/keepalived keeps it, then it is cluster.endpoint',
      ],
    },
    {
      name: 'the usual domain',
      spec: { dnsDomain: 'cluster.local', publicAlternativeNames: [] },
      cluster: {},
      notes: [],
    },
    {
      name: 'another domain',
      spec: { dnsDomain: 'yard.local' },
      cluster: {},
      notes: ['cluster: dnsDomain yard.local was left behind; the domain is cluster.local'],
    },
    {
      name: 'names of its API',
      spec: { publicAlternativeNames: ['api.example', '10.0.0.7'] },
      cluster: {},
      notes: [
        'cluster: publicAlternativeNames api.example, 10.0.0.7 were left behind; write the one by which the API is called into cluster.endpoint',
      ],
    },
    {
      name: 'taints of a machine',
      spec: {
        machines: [
          { ip: '10.0.0.1' },
          { ip: '10.0.0.2', taints: [{ key: 'a', effect: 'NoSchedule' }] },
        ],
      },
      cluster: { machines: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }] },
      notes: [
        'cluster.machines[1]: taints were left behind; kubectl taint writes them once its Node is there',
      ],
    },
  ])('keeps or names $name', ({ spec, cluster, notes }) => {
    const read = siteOfText(JSON.stringify({ cluster: { spec }, step: 1 }), 'tke.json')
    expect(read.site.cluster).toMatchObject(cluster)
    expect(read.notes).toEqual(notes)
    expect(read.site.cluster.endpoint).toBe(cluster.endpoint)
  })

  test('says where charts of a custom archive go', () => {
    const config = { CustomChartsName: 'custom.charts.tar.gz' }
    const { notes } = siteOfText(JSON.stringify({ config }), 'tke.json')
    expect(notes).toEqual([
      'customChartsName: custom.charts.tar.gz was left behind; unpack its charts into charts/ beside this file',
    ])
  })

  test('takes the applications of a new cluster over, and says which values it leaves behind', () => {
    const bootstrapApps = [
      app('whole', { rawValuesObject: { a: 1 } }),
      app('text', { rawValuesType: 'yaml', rawValues: 'a: {b: 2}' }),
      app('texts', { rawValues: 'YTogMQ==', values: ['b=2'] }),
    ]
    const cluster = { metadata: { name: 'global' }, spec: { bootstrapApps } }
    const { site, notes } = siteOfText(JSON.stringify({ para: { cluster } }), 'tke.json')
    expect(site.applications).toMatchObject([
      { name: 'whole', chart: 'whole', version: '1.0.0', cluster: 'global', values: { a: 1 } },
      { name: 'text', values: { a: { b: 2 } } },
      { name: 'texts', chart: 'texts' },
    ])
    expect(site.applications[2]).not.toHaveProperty('values')
    expect(notes).toEqual([
      'bootstrapApps: rawValues and values of texts were left behind; write them into the values of its application',
    ])
  })
})

function app(name: string, values: object) {
  return { app: { spec: { name, chart: { chartName: name, chartVersion: '1.0.0' }, values } } }
}

test('a site names unknown keys with the nearest one and its line', () => {
  expect(() => siteOfText('skipSteps: []\nclustr: {}\n', 'site.yaml')).toThrow(
    'site.yaml:2: clustr is not a key; did you mean cluster?',
  )
})

const sites = [
  { name: 'an empty site', text: '{}' },
  {
    name: 'a site that says everything',
    text: 'skipSteps: [Install etcd, Instal etcd]\ncluster:\n  version: 1.35.0\n  features:\n    skipConditions: [EnsureGalaxie]\n    files: [{src: a, dst: /b}]\n    hooks: {PreInstall: /x}\n  kubeletExtraArgs: {v: "4"}\nvalues:\n  global: {a: 1}\n',
  },
]
const withoutPackage = [
  { folder: 'no folder', files: undefined },
  { folder: 'a folder without expansion.yaml', files: { 'charts/public/a.tgz': 'x' } },
]

test.each(sites.flatMap((site) => withoutPackage.map((row) => ({ ...site, ...row }))))(
  '$name with $folder is the same byte by byte',
  async ({ text, files }) => {
    await inTestFolder(async (folder) => {
      if (files !== undefined) await writeFiles(`${folder}/expansions`, files)
      const never = new AbortController().signal
      const opened = await openPackage(`${folder}/expansions`, folder, never)
      const { site, said } = siteOfText(text, 'site.yaml')
      const found = opened && { content: opened.declaration.content, values: opened.values }
      const merged = siteWith(site, found)
      expect(JSON.stringify(merged.site)).toBe(JSON.stringify(site))
      const sides = explainSite(merged, said).map(({ from }) => from)
      expect(sides.filter((side) => side === 'expansion' || side === 'both')).toEqual([])
    })
  },
)

test('a site of which nobody said anything is all defaults', () => {
  const { site, said } = emptySite()
  const sides = new Set(explainSite(siteWith(site, undefined), said).map(({ from }) => from))
  expect([...sides].toSorted()).toEqual(['', 'default'])
})
