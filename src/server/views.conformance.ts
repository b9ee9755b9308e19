import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChartRepository } from '../../test/operator/chart-repository.ts'
import { startScriptedServer } from '../../test/registry/scripted-server.ts'
import { apiVersion } from '../kinds/group.ts'
import { resourceOf } from '../kinds/kind-definition.ts'
import { clusterKind } from '../kinds/cluster.ts'
import { extensionKind } from '../kinds/extension.ts'
import { extensionInstanceKind } from '../kinds/extension-instance.ts'
import { pluginKind } from '../kinds/plugin.ts'
import { repositoryKind } from '../kinds/repository.ts'
import { deleteObject } from '../kube/objects/delete-object.ts'
import { OwningStage } from '../release/ownership/owning-stage-for-test.ts'
import { assembleRoutes, nouns } from './open-server.ts'
import type { DeniedRight } from './contract.ts'
import { type ServerStage, canI } from './server-stage-for-test.ts'
import { stageUsers } from './stage-users-for-test.ts'
import { testToldViews, toldOperations } from './told-views.conformance.ts'

/** An operation, what it is asked for in a namespace, and the right that must stand behind it. */
interface MatrixRow {
  readonly operation: string
  /** In all namespaces when it is empty; absent when the operation is about one object. */
  readonly list?: (namespace: string) => string
  readonly one?: (namespace: string) => string
  readonly right: Right
  /** A right that it needs besides, and without which it is refused by name. */
  readonly also?: Right
}

interface Right {
  readonly verb: string
  readonly group: string
  readonly resource: string
}

const secrets = { verb: 'list', group: '', resource: 'secrets' } as const
const ours = (verb: string, resource: string) => ({ verb, group: 'outrigger.dev', resource })
const inNamespace = (path: string) => (namespace: string) =>
  `/api/v1/${path}${namespace === '' ? '' : `?namespace=${namespace}`}`
const releasePart = (below: string) => (namespace: string) =>
  `/api/v1/releases/${namespace}/painted${below}`
const chartPart = (below: string) => (namespace: string) =>
  `/api/v1/charts/${namespace}/charts/shown${below}`

const pluginPart = (below: string) => (namespace: string) =>
  `/api/v1/plugins/${namespace}/painted${below}`

const rows: readonly MatrixRow[] = [
  { operation: 'listReleases', list: inNamespace('releases'), right: secrets },
  { operation: 'getRelease', one: releasePart(''), right: secrets },
  { operation: 'listReleaseHistory', one: releasePart('/history'), right: secrets },
  { operation: 'getReleaseValues', one: releasePart('/values'), right: secrets },
  { operation: 'getReleaseManifest', one: releasePart('/manifest'), right: secrets },
  { operation: 'getReleaseNotes', one: releasePart('/notes'), right: secrets },
  { operation: 'listReleaseObjects', one: releasePart('/objects'), right: secrets },
  { operation: 'diffRelease', one: releasePart('/diff'), right: secrets },
  { operation: 'getReleaseDrift', one: releasePart('/drift'), right: secrets },
  { operation: 'listCharts', list: inNamespace('charts'), right: ours('list', 'repositories') },
  { operation: 'getChart', one: chartPart(''), right: ours('get', 'repositories') },
  { operation: 'getChartReadme', one: chartPart('/readme'), right: ours('get', 'repositories') },
  {
    operation: 'getChartReadmePicture',
    one: (namespace) => `/api/v1/charts/${namespace}/charts/other/readme/pictures/0`,
    right: ours('get', 'repositories'),
  },
  { operation: 'getChartValues', one: chartPart('/values'), right: ours('get', 'repositories') },
  { operation: 'getChartSchema', one: chartPart('/schema'), right: ours('get', 'repositories') },
  { operation: 'getChartPackage', one: chartPart('/package'), right: ours('get', 'repositories') },
  {
    operation: 'getChartExtension',
    one: chartPart('/extension'),
    right: ours('get', 'repositories'),
  },
  { operation: 'listChartImages', one: chartPart('/images'), right: ours('get', 'repositories') },
  {
    operation: 'listEvents',
    list: inNamespace('events'),
    right: { ...secrets, resource: 'events' },
  },
  {
    operation: 'planPlugin',
    one: pluginPart('/plan'),
    right: ours('get', 'plugins'),
    // The release that is there is a Secret.
    also: secrets,
  },
  { operation: 'getPluginValues', one: pluginPart('/values'), right: ours('get', 'plugins') },
  { operation: 'explainPlugin', one: pluginPart('/explain'), right: ours('get', 'plugins') },
  { operation: 'getGraph', list: inNamespace('graph'), right: ours('list', 'plugins') },
]

const bodies: Readonly<Record<string, unknown>> = {
  rollback: {},
  upgrade: { spec: { version: '2.0.0' } },
  adopt: { adopt: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'colours' }] },
  install: { spec: { repo: 'charts', name: 'shown' } },
}

const silent = `apiVersion: v1
kind: Config
current-context: silent
contexts: [{name: silent, context: {cluster: silent, user: silent}}]
clusters: [{name: silent, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: silent, user: {token: unknown}}]
`

/** An operation on what has no namespace: allowed or denied for all of it. */
const wideRows: readonly {
  readonly operation: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly right: MatrixRow['right']
  readonly allowed: number
  readonly denied: 403 | 404
}[] = [
  {
    operation: 'listAudit',
    method: 'GET',
    path: 'audit',
    right: ours('list', 'audit'),
    allowed: 200,
    denied: 403,
  },
  {
    operation: 'listSites',
    method: 'GET',
    path: 'sites',
    right: ours('list', 'sites'),
    allowed: 200,
    denied: 403,
  },
  ...['', '/progress'].map((part) => ({
    operation: part === '' ? 'getSite' : 'getSiteProgress',
    method: 'GET' as const,
    path: `sites/yard${part}`,
    right: ours('get', 'sites'),
    allowed: 200,
    denied: 404 as const,
  })),
  ...['install', 'retry'].map((verb) => ({
    operation: `${verb}Site`,
    method: 'POST' as const,
    path: `sites/yard/${verb}`,
    right: ours('update', 'sites'),
    allowed: 202,
    denied: 404 as const,
  })),
  ...['extensions', 'addons'].map((part) => ({
    operation: `listCluster${title(part)}`,
    method: 'GET' as const,
    path: `clusters/here/${part}`,
    right: ours('get', 'clusters'),
    allowed: 200,
    denied: 404 as const,
  })),
  {
    operation: 'getExtensionLogo',
    method: 'GET',
    path: 'extensions/shown/logo',
    right: ours('get', 'extensions'),
    allowed: 200,
    denied: 404,
  },
  {
    operation: 'testCluster',
    method: 'POST',
    path: 'clusters/here/test',
    right: ours('get', 'clusters'),
    allowed: 200,
    denied: 404,
  },
  {
    operation: 'rehearseCluster',
    method: 'POST',
    path: 'clusters/here/rehearse',
    body: { kubernetes: '1.36' },
    right: ours('get', 'clusters'),
    allowed: 202,
    denied: 404,
  },
  {
    operation: 'upgradeClusterExtensions',
    method: 'POST',
    path: 'clusters/here/upgrade-extensions',
    // An instance that is not there: what it would do is refused before anything is written.
    body: { phase: 'after', skip: ['nowhere/nothing'] },
    right: ours('get', 'clusters'),
    allowed: 202,
    denied: 404,
  },
  {
    operation: 'testKubeconfig',
    method: 'POST',
    path: 'kubeconfigs/test',
    body: { kubeconfig: silent },
    right: ours('create', 'clusters'),
    allowed: 200,
    denied: 403,
  },
  {
    operation: 'registerCluster',
    method: 'POST',
    path: 'clusters/silent/register',
    // It does not answer, so that nothing is stored.
    body: { kubeconfig: silent },
    right: ours('create', 'clusters'),
    allowed: 422,
    denied: 403,
  },
]

/** An action, tried on an object that is there. */
interface ChangeRow {
  readonly operation: string
  readonly path: (namespace: string) => string
  readonly body: unknown
  readonly verb: 'patch' | 'create'
  readonly resource: string
}

const words = ['enable', 'disable', 'retry', 'suspend', 'resume', 'unpin', 'rollback', 'upgrade']
const changeRows: readonly ChangeRow[] = [
  ...[...words, 'adopt'].map((word) => changeRow(word, 'plugins', 'plugin')),
  ...words.map((word) => changeRow(word, 'instances', 'instance')),
  ...['enable', 'disable', 'retry'].map((word) => changeRow(word, 'repositories', 'repository')),
  { ...changeRow('install', 'plugins', 'plugin'), verb: 'create' },
  {
    ...changeRow('install', 'instances', 'instance'),
    verb: 'create',
    body: { spec: { extension: 'shown' } },
  },
]

function changeRow(word: string, plural: string, singular: string): ChangeRow {
  const name = word === 'install' ? 'new-one' : plural === 'repositories' ? 'charts' : 'painted'
  return {
    operation: `${word}${title(singular)}`,
    path: (namespace) => `/api/v1/${plural}/${namespace}/${name}/${word}?dryRun=true`,
    body: bodies[word],
    verb: 'patch',
    resource: plural === 'instances' ? 'extensioninstances' : plural,
  }
}

/** Operations on an object that is perhaps not written yet: whoever may create it may ask. */
const draftRows = [
  { operation: 'makePlan', path: '/api/v1/plans' },
  { operation: 'openPreview', path: '/api/v1/previews' },
]

/** Operations for everybody who is signed in, about themselves alone. */
const withoutRight = ['getMe', 'getRights', 'signOut', 'createSignInLink']
/** Logs need a kubelet, which not every cluster of the tests has: see logs.test.ts and clusters/cluster-rows-for-test.ts. */
const elsewhere = ['getPodLogs']

/** The views of a server: allowed and denied as the cluster itself says. */
export function testViews(stageOf: () => ServerStage): void {
  let things: SeenThings
  beforeAll(async () => {
    things = await addThings(stageOf())
  }, 60_000)
  afterAll(() => things.stop())

  const cases = stageUsers.flatMap((user) => rows.map((row) => ({ user, ...row })))
  test.each(cases)('$user and $operation', async ({ user, list, one, right, also }) => {
    const stage = stageOf()
    const places = [stage.team, stage.other]
    for (const namespace of list === undefined ? places : ['', ...places]) {
      const path = (list ?? one)?.(namespace) ?? ''
      const { status } = await stage.ask(user, 'GET', path)
      const allowed = await canI(stage, user, right, namespace)
      const denied = list === undefined ? 404 : 403
      const isWhole = also === undefined || (await canI(stage, user, also, namespace))
      expect([path, status]).toEqual([path, !allowed ? denied : isWhole ? 200 : 403])
    }
  })

  const tried = stageUsers.flatMap((user) => changeRows.map((row) => ({ user, ...row })))
  test.each(tried)('$user and $operation', async ({ user, path, body, verb, resource }) => {
    const stage = stageOf()
    for (const namespace of [stage.team, stage.other]) {
      const answer = await stage.ask(user, 'POST', path(namespace), body)
      const may = (wanted: string) => canI(stage, user, ours(wanted, resource), namespace)
      const isSeen = verb === 'create' || (await may('get'))
      const expected = !isSeen ? 404 : (await may(verb)) ? 200 : 403
      expect([path(namespace), answer.status]).toEqual([path(namespace), expected])
      if (expected !== 403) continue
      // The right that is named is one that is missing: a change may need others, too.
      const { denied } = (await answer.json()) as { readonly denied: DeniedRight }
      expect([denied, await canI(stage, user, denied, denied.namespace)]).toEqual([denied, false])
    }
  })

  const wide = stageUsers.flatMap((user) => wideRows.map((row) => ({ user, ...row })))
  test.each(wide)('$user and $operation', async ({ user, method, path, body, ...row }) => {
    const stage = stageOf()
    const { status } = await stage.ask(user, method, `/api/v1/${path}`, body)
    const allowed = await canI(stage, user, row.right, '')
    expect(status).toBe(allowed ? row.allowed : row.denied)
  })

  const ofDrafts = stageUsers.flatMap((user) => draftRows.map((row) => ({ user, ...row })))
  test.each(ofDrafts)('$user and $operation', async ({ user, path }) => {
    const stage = stageOf()
    for (const namespace of [stage.team, stage.other]) {
      const { status } = await stage.ask(user, 'POST', path, {
        apiVersion,
        kind: 'Plugin',
        metadata: { namespace, name: 'planned' },
        spec: { repo: 'charts', name: 'shown', version: '1.0.0' },
      })
      const allowed = await canI(stage, user, ours('create', 'plugins'), namespace)
      expect([namespace, status]).toEqual([namespace, allowed ? 200 : 403])
    }
  })

  testToldViews(stageOf)

  test('every operation has its rows', () => {
    const stage = stageOf()
    const { routes } = assembleRoutes({ ...stage.options })
    // Those of the kinds come from one function, and have the rows of their kind.
    const ofKinds = nouns.flatMap(({ plural, singular }) => [
      `list${title(plural)}`,
      `list${title(singular)}Events`,
      ...['get', 'create', 'replace', 'delete'].map((verb) => `${verb}${title(singular)}`),
    ])
    const some = [...rows, ...changeRows, ...wideRows].map(({ operation }) => operation)
    const own = [...some, ...draftRows.map(({ operation }) => operation)]
    const known = new Set([...own, ...ofKinds, ...withoutRight, ...toldOperations, ...elsewhere])
    const missing = routes.filter(
      (route) => route.for === 'signed-in' && !known.has(route.operationId),
    )
    expect(missing.map(({ operationId }) => operationId)).toEqual([])
  })
}

function title(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const secretText = 'not-for-everybody'
const picture = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'

const template = (colour: string) =>
  [
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: colours}, data: {colour: ${colour}}}`,
    `{apiVersion: v1, kind: Secret, metadata: {name: hidden}, stringData: {word: ${secretText}}}`,
  ].join('\n---\n')

/** Releases and charts in both namespaces of a stage. */
export interface SeenThings {
  /** The value of a Secret of the releases. */
  readonly secretText: string
  readonly repository: string
  readonly release: string
  readonly stop: () => Promise<void>
}

/** Puts a release with two revisions, and a Repository with a chart, into each namespace. */
export async function addThings(stage: ServerStage): Promise<SeenThings> {
  const pictures = await startScriptedServer((_, response) => void response.end(picture))
  const charts = await ChartRepository.start([
    {
      name: 'shown',
      version: '1.0.0',
      files: {
        'README.md': '# Shown',
        'values.yaml': '# How many.\nreplicas: 1\n',
        'values.schema.json': '{"type": "object"}',
        'templates/pod.yaml':
          'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: "nginx:1.27"}]}',
      },
    },
    { name: 'shown', version: '1.1.0', files: { 'README.md': '# Shown again' } },
    { name: 'other', version: '0.1.0', files: { 'README.md': `![a](${pictures.url}/a.svg)` } },
  ])
  await stage.apply(
    { apiVersion, kind: 'Cluster', metadata: { name: 'here' }, spec: { inCluster: true } },
    resourceOf(clusterKind),
  )
  await stage.apply(
    {
      apiVersion,
      kind: 'Extension',
      metadata: { name: 'shown' },
      spec: {
        logo: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`,
        sources: [{ version: '1.0.0', repo: 'charts', name: 'shown' }],
      },
    },
    resourceOf(extensionKind),
  )
  for (const namespace of [stage.team, stage.other]) {
    const release = new OwningStage(stage.client, { namespace, name: 'painted' }, 'person')
    await release.install({ templates: template('red') })
    await release.upgrade({ templates: template('blue') })
    await stage.apply(
      {
        apiVersion,
        kind: 'Plugin',
        metadata: { namespace, name: 'painted' },
        spec: { enabled: false, repo: 'charts', name: 'shown' },
      },
      resourceOf(pluginKind),
    )
    await stage.apply(
      {
        apiVersion,
        kind: 'ExtensionInstance',
        metadata: { namespace, name: 'painted' },
        spec: { enabled: false, extension: 'shown' },
      },
      resourceOf(extensionInstanceKind),
    )
    await stage.apply(
      {
        apiVersion,
        kind: 'Repository',
        metadata: { namespace, name: 'charts' },
        spec: { url: charts.url },
      },
      resourceOf(repositoryKind),
    )
  }
  const stop = async () => {
    const { signal } = new AbortController()
    for (const [kind, name] of [
      [clusterKind, 'here'],
      [extensionKind, 'shown'],
    ] as const) {
      await deleteObject(stage.client, { resource: resourceOf(kind), name }, {}, signal)
    }
    await charts.stop()
    await pictures.stop()
  }
  return { secretText, repository: 'charts', release: 'painted', stop }
}
