import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyObject } from '../kube/objects/apply-object.ts'
import type { KubeClient } from '../kube/client.ts'
import { getObject } from '../kube/objects/get-object.ts'
import type { JsonObject } from '../objects/json.ts'
import { conditionsOf, readPath, textAt, type KubeObject } from '../objects/kube-object.ts'
import { allKinds } from './all-kinds.ts'
import { customResourceDefinition } from './custom-resource-definition.ts'
import { apiVersion } from './group.ts'
import { type KindResource, resourceOf } from './kind-definition.ts'
import { parsePlugin, pluginKind } from './plugin.ts'

const signal = AbortSignal.timeout(60_000)
const crds = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
} as const

const refusals: readonly { kind: string; why: string; spec: JsonObject }[] = [
  { kind: 'Plugin', why: 'exclude each other', spec: { values: {}, valuesText: 'a: 1' } },
  { kind: 'Plugin', why: 'Unsupported value: "later"', spec: { onFailure: 'later' } },
  { kind: 'Plugin', why: 'either a plugin, or an apiVersion', spec: { dependsOn: [{}] } },
  {
    kind: 'Plugin',
    why: 'only plugins have versions',
    spec: { dependsOn: [{ apiVersion: 'v1', kind: 'Secret', version: '1' }] },
  },
  { kind: 'Plugin', why: 'spec.timeout', spec: { timeout: 'soon' } },
  ...(
    [
      ['interval', '1ms', 'must be at least 30s'],
      ['interval', '29.999s', 'must be at least 30s'],
      ['interval', '8760h0m1s', 'must be at most 8760h'],
      ['timeout', '999ms', 'must be at least 1s'],
      ['timeout', '1h0m1s', 'must be at most 1h'],
    ] as const
  ).map(([field, value, why]) => ({ kind: 'Plugin', why, spec: { [field]: value } })),
  {
    kind: 'Repository',
    why: 'must be at least 30s',
    spec: { url: 'https://charts.example.com', interval: '1s' },
  },
  {
    kind: 'Extension',
    why: 'must be at least 30s',
    spec: { sources: [{ repo: 'a', kubernetes: '*' }], interval: '10ms' },
  },
  { kind: 'Repository', why: 'spec.url', spec: {} },
  { kind: 'Cluster', why: 'either a kubeconfig, or machines, or inCluster', spec: {} },
  {
    kind: 'ExtensionInstance',
    why: 'exclude each other',
    spec: { extension: 'a', parameters: {}, parametersText: '' },
  },
]

/** Tests our definitions on an API server, embedded or real. */
export function testCrds(
  server: string,
  start: () => Promise<{ readonly client: KubeClient; readonly stop: () => Promise<void> }>,
): void {
  describe(`our kinds on ${server}`, () => {
    let client: KubeClient
    let stop: () => Promise<void>
    beforeAll(async () => {
      ;({ client, stop } = await start())
      for (const kind of allKinds) {
        const crd = customResourceDefinition(kind) as KubeObject
        await applyObject(client, crds, crd, { force: true }, signal)
      }
      for (const { plural } of allKinds) await established(`${plural}.outrigger.dev`)
    }, 60_000)
    afterAll(() => stop())

    async function established(name: string): Promise<void> {
      for (;;) {
        const crd = await getObject(client, { resource: crds, name }, {}, signal)
        const condition = conditionsOf(crd ?? {}).find(({ type }) => type === 'Established')
        if (condition?.status === 'True') return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }

    function apply(kind: string, name: string, body: JsonObject, options = {}) {
      const resource = resourceNamed(kind)
      const metadata = { name, ...(resource.namespaced ? { namespace: 'default' } : {}) }
      const object: KubeObject = { apiVersion, kind, metadata, ...body }
      return applyObject(client, resource, object, options, signal)
    }

    test.each(allKinds.map((kind) => [kind.kind, kind] as const))(
      'the example of %s is accepted',
      async (kind, { example }) => {
        const { object } = await apply(kind, 'example', { spec: example['spec'] as JsonObject })
        expect(textAt(object, ['metadata', 'uid'])).not.toBe('')
      },
    )

    test.each(refusals)('$kind is refused: $why', async ({ kind, why, spec }) => {
      await expect(apply(kind, 'refused', { spec })).rejects.toThrow(why)
    })

    test('defaults of the server are those that we read', async () => {
      const { object } = await apply('Plugin', 'defaults', { spec: {} })
      const parsed = parsePlugin(object)
      expect(parsed.ok && parsed.value.spec).toEqual(readPath(object, ['spec']))
    })

    test('a release stays where it is', async () => {
      await apply('Plugin', 'moving', { spec: { targetNamespace: 'one' } })
      const moved = apply('Plugin', 'moving', { spec: { targetNamespace: 'two' } })
      await expect(moved).rejects.toThrow('targetNamespace cannot be changed')
      const left = apply('Plugin', 'moving', { spec: {} })
      await expect(left).rejects.toThrow('targetNamespace cannot be changed')
    })

    function bring(crd: string) {
      return applyObject(client, crds, JSON.parse(crd) as KubeObject, { force: true }, signal)
    }

    test('one that was stored before there were bounds can still be changed', async () => {
      const crd = customResourceDefinition(pluginKind) as KubeObject
      const bounded = JSON.stringify(crd)
      const unbounded = bounded.replaceAll(
        /,"x-kubernetes-validations":\[\{"rule":"duration[^\]]*\]/g,
        '',
      )
      expect(unbounded).not.toBe(bounded)
      const isAccepted = (spec: JsonObject) =>
        apply('Plugin', 'probe', { spec }, { dryRun: true }).then(
          () => true,
          () => false,
        )
      const interval = '1ms'
      await bring(unbounded)
      while (!(await isAccepted({ interval }))) await new Promise((done) => setTimeout(done, 50))
      await apply('Plugin', 'outlier', { spec: { interval } })
      await bring(bounded)
      while (await isAccepted({ interval })) await new Promise((done) => setTimeout(done, 50))
      await apply('Plugin', 'outlier', { spec: { interval, enabled: false } })
      const written = await apply(
        'Plugin',
        'outlier',
        { status: { version: '1.0.0' } },
        { subresource: 'status' },
      )
      expect(textAt(written.object, ['status', 'version'])).toBe('1.0.0')
      const other = apply('Plugin', 'outlier', { spec: { interval: '2ms', enabled: false } })
      await expect(other).rejects.toThrow('must be at least 30s')
    })

    test('conditions of two managers stand side by side', async () => {
      const at = { lastTransitionTime: '2026-01-01T00:00:00Z', reason: 'Done', message: '' }
      await apply('Plugin', 'shared', { spec: {} })
      for (const type of ['Ready', 'Theirs']) {
        const conditions = [{ type, status: 'True', ...at }]
        const how = { subresource: 'status', fieldManager: type }
        await apply('Plugin', 'shared', { status: { conditions } }, how)
      }
      const target = { resource: resourceOf(pluginKind), namespace: 'default', name: 'shared' }
      const found = await getObject(client, target, {}, signal)
      expect(conditionsOf(found ?? {}).map(({ type }) => type)).toEqual(['Ready', 'Theirs'])
    })
  })
}

function resourceNamed(kind: string): KindResource {
  const known = allKinds.find((one) => one.kind === kind)
  if (known === undefined) throw new Error(`there is no kind ${kind}`)
  return resourceOf(known)
}
