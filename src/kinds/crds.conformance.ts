import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyObject } from '../kube/apply-object.ts'
import type { KubeClient } from '../kube/client.ts'
import { getObject } from '../kube/get-object.ts'
import type { JsonObject } from '../objects/json.ts'
import { conditionsOf, readPath, textAt } from '../objects/kube-object.ts'
import type { KubeObject } from '../objects/kube-object.ts'
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
  { kind: 'Repository', why: 'spec.url', spec: {} },
  { kind: 'Cluster', why: 'either a kubeconfig or inCluster', spec: {} },
  {
    kind: 'ExtensionInstance',
    why: 'exclude each other',
    spec: { extension: 'a', parameters: {}, parametersText: '' },
  },
]

/** What an API server, embedded or real, makes of our definitions. */
export function testDefinitions(
  server: string,
  start: () => Promise<{ readonly client: KubeClient; readonly stop: () => Promise<void> }>,
): void {
  describe(`our kinds on ${server}`, () => {
    let client: KubeClient
    let stop: () => Promise<void>
    beforeAll(async () => {
      ;({ client, stop } = await start())
      for (const definition of allKinds) {
        const crd = customResourceDefinition(definition) as KubeObject
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

    test.each(allKinds.map((definition) => [definition.kind, definition] as const))(
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
  const definition = allKinds.find((one) => one.kind === kind)
  if (definition === undefined) throw new Error(`there is no kind ${kind}`)
  return resourceOf(definition)
}
