import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HelmHome, makeHelmHome } from '../../../test/cli/temporary-helm-home.ts'
import { type OracleName } from '../../../test/oracles/catalogue.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'
import { capabilitiesOf, parseKubeVersion } from '../../chart/capabilities.ts'
import type { Table } from '../../chart/chart.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { loadChart } from '../../chart/node/load-chart.ts'
import { renderChart } from '../../chart/render/render.ts'
import { mergeUserValues } from '../../chart/values/user-values.ts'
import { type ConnectedClient, connect, findConnection } from '../../kube/connect.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import type { ReleaseRecord } from '../release.ts'
import { unpackText } from './codec/codec.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { makeRecord } from './make-record.ts'
import { printRelease } from './print-release.ts'
import { keyOf, storedText } from './storage-object.ts'
import { ReleaseStore } from './store.ts'

const corpus = 'test/charts'
const { signal } = new AbortController()

// Charts that say the same at any time, with a values file where the corpus has one, and flags.
const installs = [
  'agent',
  'alias sms',
  'archived',
  'archived off',
  'cache ephemeral',
  'conditions',
  'conditions one-off',
  'conditions tags-on',
  'crds-folder',
  'cron none',
  'database tuned',
  'deprecated',
  'documents',
  'encodings',
  'globals',
  'helmignore',
  'hooks-all',
  'hooks-migrate',
  'hooks-unknown',
  'import-values',
  'legacy-v1',
  'library-user',
  'nested',
  'notes',
  'operator',
  'queue',
  'rbac',
  'schema-2020',
  'schema-draft7',
  'tpl-heavy',
  'volumes',
  'web-app',
  'web-app --set replicas=3,id=9007199254740993,gone=null,list[1]=x',
].map((line) => {
  const [chart = '', values, ...set] = line.replace(/ --set /, '  ').split(' ')
  return { line, chart, values: values === '' ? undefined : values, set }
})

let home: HelmHome
let cluster: ConnectedClient
let store: ReleaseStore
let helm: (oracle: OracleName, ...words: string[]) => Promise<string>

beforeAll(async () => {
  const { kubeconfig } = await sharedControlPlane()
  home = await makeHelmHome()
  cluster = connect(await findConnection({ kubeconfig, environment: {} }), { rateLimit: 'none' })
  store = new ReleaseStore({ client: cluster.client })
  helm = async (oracle, ...words) => {
    const all = [...words, '--kubeconfig', kubeconfig]
    const ran = await home.helm(findOracle(oracle), all)
    return ran.stdout + ran.stderr
  }
})

afterAll(async () => {
  await cluster.close()
  await home.remove()
})

test.each(installs)('a record of $line is the one of helm 4', async (install) => {
  const { flags, folder, files, set, namespace } = placeOf('helm4', install)
  const said = await helm('helm4', 'install', 'demo', folder, ...flags)
  const found = await store.get({ namespace, name: 'demo' }, 1, signal)
  if (found === undefined) throw new Error(`helm did not record the release: ${said}`)
  const given = mergeUserValues({ ...nothing, files, set }, (path) => readFileSync(path))
  const ours = printRelease(recordOf(folder, given, found.record))
  const theirs = await storedJson(namespace, 1)
  expect(ours).toBe(withoutFileTimes(theirs))
})

test.each(installs.filter(({ line }) => /^(?:hooks-migrate|legacy-v1|nested|notes)$/.test(line)))(
  'a record of $line by helm 3, then by helm 4, is written as it was read',
  async (install) => {
    const { flags, folder, namespace } = placeOf('helm3', install)
    await helm('helm3', 'install', 'demo', folder, ...flags)
    expect(printRelease(await recordIn(namespace, 1))).toBe(await storedJson(namespace, 1))
    await helm('helm4', 'upgrade', 'demo', folder, ...flags)
    const { objects } = await listObjects(cluster.client, selectionOf(namespace), {}, signal)
    expect(objects).toHaveLength(2)
    expect(printRelease(await recordIn(namespace, 1))).toBe(await storedJson(namespace, 1))
    expect(printRelease(await recordIn(namespace, 2))).toBe(await storedJson(namespace, 2))
  },
)

const nothing = { files: [], setJson: [], set: [], setString: [], setFile: [], setLiteral: [] }

function recordOf(folder: string, values: Table, { info, hooks = [], ...rest }: ReleaseRecord) {
  const { namespace } = rest
  const rendered = renderChart(loadChart(folder), {
    values,
    release: { name: 'demo', namespace, revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(parseKubeVersion('v1.36.3')),
    entropy: nodeEntropy(),
    warn: () => {},
  })
  const { notes: _notes, ...told } = info
  const made = makeRecord({
    name: 'demo',
    namespace,
    revision: 1,
    rendered,
    values,
    info: told,
    applyMethod: 'ssa',
  })
  // Which hooks ran, and when, is not in the chart.
  const ran = made.hooks?.map((hook, at) => ({
    ...hook,
    last_run: hooks[at]?.last_run ?? hook.last_run,
    ...(hooks[at]?.delete_policies === undefined
      ? {}
      : { delete_policies: hook.delete_policies ?? ['before-hook-creation'] }),
  }))
  return ran === undefined ? made : { ...made, hooks: ran }
}

function placeOf(oracle: string, { line, chart, values, set }: (typeof installs)[number]) {
  const namespace = `record-${oracle}-${line.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 30)}x`
  const file = join(corpus, 'values', chart, `${values}.yaml`)
  const files = values === undefined || !existsSync(file) ? [] : [file]
  const where = ['-n', namespace, '--create-namespace', '--timeout', '60s']
  const given = [...files.flatMap((one) => ['-f', one]), ...set.flatMap((one) => ['--set', one])]
  const folder = join(corpus, 'charts', chart)
  return { namespace, folder, files, set, flags: [...where, ...given] }
}

function selectionOf(namespace: string) {
  return { resource: secrets, namespace, labelSelector: 'owner=helm' }
}

async function recordIn(namespace: string, revision: number): Promise<ReleaseRecord> {
  const found = await store.get({ namespace, name: 'demo' }, revision, signal)
  if (found === undefined) throw new Error(`there is no revision ${revision} in ${namespace}`)
  return found.record
}

async function storedJson(namespace: string, revision: number): Promise<string> {
  const where = { resource: secrets, namespace, name: keyOf('demo', revision) }
  const object = await getObject(cluster.client, where, {}, signal)
  if (object === undefined) throw new Error(`there is no Secret ${where.name} in ${namespace}`)
  return unpackText(storedText(object))
}

// Charts of ours do not know when their files were changed.
function withoutFileTimes(text: string): string {
  return text
    .replaceAll(/,"modtime":"[^"]*"/g, '')
    .replace(/"schemamodtime":"[^"]*"/, '"schemamodtime":"0001-01-01T00:00:00Z"')
}
