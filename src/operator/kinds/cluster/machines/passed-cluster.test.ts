import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePassedOn } from '../../../../expansion/carry-out/passed-on.ts'
import { stageFiles } from '../../../../expansion/carry-out/stage-files.ts'
import { inTestFolder, smallPackage, writeFiles } from '../../../../expansion/package-for-test.ts'
import { openPackage } from '../../../../expansion/package/open-package.ts'
import { parseCluster } from '../../../../kinds/cluster.ts'
import { apiVersion } from '../../../../kinds/group.ts'
import type { JsonObject } from '../../../../objects/json.ts'
import { folderFiles } from '../../../../site/cluster/folder-files.ts'
import { readProvider } from '../../../../site/provider/read-provider.ts'
import { withPassedOn } from './passed-cluster.ts'

const never = new AbortController().signal

const provider = `name: desk
version: 1.0.0
create:
  - {name: EnsureKubelet, scope: cluster, command: 'true'}
  - {name: EnsureGalaxy, scope: cluster, command: 'true'}
`

function specOf(spec: JsonObject) {
  const object = { apiVersion, kind: 'Cluster', metadata: { name: 'edge' }, spec }
  const parsed = parseCluster(object)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed))
  return parsed.value.spec
}

const machines = [{ ip: '198.18.0.11' }]

interface Case {
  readonly spec: JsonObject
  readonly isThere?: boolean
  readonly isPassed?: boolean
}

/** A cluster before and after, with the files that were staged for it. */
async function joinWith({ spec, isThere = true, isPassed = true }: Case, folder: string) {
  const root = join(folder, 'package')
  await writeFiles(root, smallPackage())
  const opened = await openPackage(root, folder, never)
  if (opened === undefined) throw new Error('no package')
  const stage = join(folder, 'expansions/one/staged')
  const facts = { global: {}, charts: {}, facts: {} }
  await stageFiles(opened, 'file', { folder: stage, facts }, never)
  const passed = { expansion: 'demo', content: opened.declaration.content }
  await writePassedOn(stage, isPassed ? passed : undefined, never)
  await writeFiles(join(folder, 'desk'), { 'provider.yaml': provider })
  const desk = await readProvider(join(folder, 'desk'), undefined, never)
  const places = { expansions: join(folder, 'expansions'), isThere: async () => isThere }
  const given = specOf(spec)
  return { given, merged: await withPassedOn(given, desk, places), stage }
}

test('a cluster of machines that joins gets files, hooks and conditions', async () => {
  await inTestFolder(async (folder) => {
    const { merged, stage } = await joinWith({ spec: { machines } }, folder)
    expect(merged.features.files.map(({ dst }) => dst)).toEqual([
      '/etc/sysctl.d/90-demo.conf',
      '/opt/demo/PreInstall',
    ])
    expect(merged.features.hooks).toEqual({ PreInstall: '/opt/demo/PreInstall' })
    // The provider has no other condition that the package names.
    expect(merged.features.skipConditions).toEqual(['EnsureGalaxy'])
    const found = merged.features.files.map((entry) => folderFiles(stage)(entry, never))
    const paths = (await Promise.all(found)).flat().map(({ path }) => path)
    expect(paths).toEqual(merged.features.files.map(({ dst }) => dst))
  })
})

test.each([
  { name: 'that opts out', spec: { machines, features: { disablePassThrough: true } } },
  { name: 'when the package opts out', spec: { machines }, isPassed: false },
  { name: 'when the Expansion was deleted', spec: { machines }, isThere: false },
])('a cluster of machines $name gets nothing', async (one) => {
  await inTestFolder(async (folder) => {
    const { given, merged } = await joinWith(one, folder)
    expect(merged).toEqual(given)
  })
})

test('the fields of the cluster itself win', async () => {
  await inTestFolder(async (folder) => {
    const own = { src: 'configmap/a/b', dst: '/etc/sysctl.d/90-demo.conf' }
    const hooks = { PreInstall: '/own' }
    const features = { files: [own], hooks, delegateConditions: ['EnsureGalaxy'] }
    const { merged } = await joinWith({ spec: { machines, features } }, folder)
    expect(merged.features.files[0]).toMatchObject(own)
    expect(merged.features.files.filter(({ dst }) => dst === own.dst)).toHaveLength(1)
    expect(merged.features.hooks).toEqual(hooks)
    expect(merged.features.skipConditions).toEqual([])
  })
})
