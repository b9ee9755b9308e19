import { apiVersion } from '../../kinds/group.ts'
import { nouns } from '../open-server.ts'

/** The answers of `kubectl auth can-i VERB RESOURCE` on one cluster, in a namespace or, where it is empty, everywhere. */
type May = (right: string, namespace: string) => Promise<boolean>

export interface ClusterCase {
  readonly cluster: string
  readonly team: string
  /** On the cluster of the platform. */
  readonly onHub: May
  /** On the cluster that is asked for. */
  readonly there: May
}

/** An operation, the way it is asked for on a cluster, and the answer that follows from the rights here and there. */
export interface ClusterRow {
  readonly operation: string
  /** `edges`: not on the cluster of the platform, which has no kubelet in every test. */
  readonly on?: 'all' | 'edges'
  readonly asked: (
    cluster: string,
    team: string,
  ) => { readonly method?: 'GET' | 'POST'; readonly path: string; readonly body?: unknown }
  readonly expected: (on: ClusterCase) => Promise<number>
}

/** The chart of the Plugins. */
export const chart = {
  name: 'shown',
  version: '1.0.0',
  files: {
    'values.yaml': 'colour: red\n',
    'templates/colours.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: colours}\ndata: {colour: "{{ .Values.colour }}"}\n',
  },
}

/** The spec of the Plugin for a cluster; its release is there. */
export function pluginSpec(cluster: string) {
  const place = cluster === 'here' ? {} : { cluster }
  return { repo: 'charts', name: 'shown', version: '1.0.0', releaseName: 'painted', ...place }
}

/** The spec of the ExtensionInstance for a cluster, which has the Plugin of its name. */
export function instanceSpec(cluster: string) {
  const place = cluster === 'here' ? {} : { cluster }
  return { extension: 'shown', enabled: false, ...place }
}

/** A Cluster is seen by those who may get it. */
const isSeen = ({ onHub }: ClusterCase) => onHub('get clusters.outrigger.dev', '')
/** Releases are Secrets. */
const hasReleases = ({ there, team }: ClusterCase) => there('list secrets', team)

const releaseRows: readonly ClusterRow[] = [
  'getRelease',
  'listReleaseHistory/history',
  'getReleaseValues/values',
  'getReleaseManifest/manifest',
  'getReleaseNotes/notes',
  'listReleaseObjects/objects',
  'diffRelease/diff',
  'getReleaseDrift/drift',
].map((word) => {
  const [operation = '', part] = word.split('/')
  const below = part === undefined ? '' : `/${part}`
  return {
    operation,
    asked: (cluster, team) => ({ path: `releases/${team}/painted${below}?cluster=${cluster}` }),
    expected: async (on) => ((await isSeen(on)) && (await hasReleases(on)) ? 200 : 404),
  }
})

/** The operations on a Plugin that is there: of one that may not be seen, and of a cluster that may not be seen, nothing is told. */
const pluginRows: readonly ClusterRow[] = [
  {
    operation: 'planPlugin',
    asked: (cluster, team) => ({ path: `plugins/${team}/on-${cluster}/plan` }),
    expected: async (on) => {
      if (!(await on.onHub('get plugins.outrigger.dev', on.team))) return 404
      if (on.cluster !== 'here' && !(await isSeen(on))) return 404
      return (await hasReleases(on)) ? 200 : 403
    },
  },
  ...['getPluginValues/values', 'explainPlugin/explain'].map((word): ClusterRow => {
    const [operation = '', part = ''] = word.split('/')
    return {
      operation,
      asked: (cluster, team) => ({ path: `plugins/${team}/on-${cluster}/${part}` }),
      expected: async (on) => {
        if (!(await on.onHub('get plugins.outrigger.dev', on.team))) return 404
        return 200
      },
    }
  }),
  rollbackRow('Plugin', ['plugins']),
  // The revisions are those of the Plugin that the instance wrote, and the pin is there, too.
  rollbackRow('Instance', ['extensioninstances', 'plugins']),
]

function rollbackRow(kind: string, read: readonly string[]): ClusterRow {
  return {
    operation: `rollback${kind}`,
    asked: (cluster, team) => ({
      method: 'POST',
      path: `${kind.toLowerCase()}s/${team}/on-${cluster}/rollback?dryRun=true`,
      body: { revision: 1 },
    }),
    expected: async (on) => {
      for (const resource of read) {
        if (!(await on.onHub(`get ${resource}.outrigger.dev`, on.team))) return 404
      }
      if (on.cluster !== 'here' && !(await isSeen(on))) return 404
      const mayChange = await on.onHub('patch plugins.outrigger.dev', on.team)
      return mayChange && (await hasReleases(on)) ? 200 : 403
    },
  }
}

/** The operations on an object that is perhaps not written yet: whoever may create it may ask. */
const draftRows: readonly ClusterRow[] = ['makePlan/plans', 'openPreview/previews'].map((word) => {
  const [operation = '', path = ''] = word.split('/')
  return {
    operation,
    asked: (cluster, namespace) => ({
      method: 'POST',
      path,
      body: {
        apiVersion,
        kind: 'Plugin',
        metadata: { namespace, name: `on-${cluster}` },
        spec: pluginSpec(cluster),
      },
    }),
    expected: async (on) => {
      if (!(await on.onHub('create plugins.outrigger.dev', on.team))) return 403
      if (on.cluster !== 'here' && !(await isSeen(on))) return 404
      // A preview leaves out what may not be read there, and says so.
      return operation === 'openPreview' || (await hasReleases(on)) ? 200 : 403
    },
  }
})

const partsOfCluster: readonly ClusterRow[] = [
  ...['extensions', 'addons'].map((part): ClusterRow => ({
    operation: `listCluster${title(part)}`,
    asked: (cluster) => ({ path: `clusters/${cluster}/${part}` }),
    expected: async (on) => ((await isSeen(on)) ? 200 : 404),
  })),
  {
    operation: 'testCluster',
    asked: (cluster) => ({ method: 'POST', path: `clusters/${cluster}/test` }),
    expected: async (on) => {
      if (!(await isSeen(on))) return 404
      // It is tried with the kubeconfig, by those who may read it.
      const isOpen = on.cluster === 'here' || (await on.onHub('get secrets', 'outrigger-system'))
      return isOpen ? 200 : 403
    },
  },
  {
    operation: 'rehearseCluster',
    asked: (cluster) => ({
      method: 'POST',
      path: `clusters/${cluster}/rehearse`,
      body: { kubernetes: '1.36' },
    }),
    expected: async (on) => ((await isSeen(on)) ? 202 : 404),
  },
  {
    operation: 'upgradeClusterExtensions',
    asked: (cluster) => ({
      method: 'POST',
      path: `clusters/${cluster}/upgrade-extensions`,
      // An instance that is not there: what it would do is refused before anything is written.
      body: { phase: 'after', skip: ['nowhere/nothing'] },
    }),
    expected: async (on) => ((await isSeen(on)) ? 202 : 404),
  },
]

/** Every operation that asks another cluster, or what the platform knows of it. */
export const clusterRows: readonly ClusterRow[] = [
  {
    operation: 'listReleases',
    asked: (cluster, team) => ({ path: `releases?namespace=${team}&cluster=${cluster}` }),
    expected: async (on) => (!(await isSeen(on)) ? 404 : (await hasReleases(on)) ? 200 : 403),
  },
  ...releaseRows,
  {
    operation: 'getRights',
    asked: (cluster, team) => ({ path: `rights?namespace=${team}&cluster=${cluster}` }),
    // Everybody may ask for their own.
    expected: async (on) => ((await isSeen(on)) ? 200 : 404),
  },
  {
    operation: 'getPodLogs',
    on: 'edges',
    asked: (cluster, team) => ({ path: `pods/${team}/web/logs?cluster=${cluster}` }),
    expected: async (on) =>
      (await isSeen(on)) && (await on.there('get pods/log', on.team)) ? 200 : 404,
  },
  ...pluginRows,
  ...draftRows,
  ...partsOfCluster,
]

/** The operations that read and write objects of the platform alone, whichever cluster those are about. */
export function ofTheHub(): readonly string[] {
  const ofKinds = nouns.flatMap(({ plural, singular }) => [
    `list${title(plural)}`,
    `list${title(singular)}Events`,
    ...['get', 'create', 'replace', 'delete'].map((verb) => `${verb}${title(singular)}`),
  ])
  const ofWords = wordsIn(
    'enable disable retry suspend resume unpin upgrade install adopt',
  ).flatMap((word) => ['Plugin', 'Instance', 'Repository'].map((kind) => `${word}${kind}`))
  return [...ofKinds, ...ofWords, ...others]
}

const others = wordsIn(`
  listCharts getChart listChartImages getChartReadme getChartReadmePicture getChartValues
  getChartSchema getChartPackage getChartExtension getExtensionLogo getGraph search listEvents
  listAudit streamChanges listRuns getRun streamRun cancelRun testKubeconfig registerCluster
  listSites getSite getSiteProgress installSite retrySite signIn signOut getMe followSignInLink
  createSignInLink listSignInMethods beginOidcSignIn finishOidcSignIn getOpenApi getDocs
  getDocsStyle`)

function wordsIn(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

function title(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
