import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type KubeObject, readPath, textAt } from '../../src/objects/kube-object.ts'
import { type WebStage, openWebStage } from './web-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const versions = Array.from({ length: 10 }, (_, at) => `1.${at}.0`)

let stage: WebStage['stage']
let source: WebStage['source']
let close: WebStage['close']

beforeAll(async () => void ({ stage, source, close } = await openWebStage(versions)))
afterAll(() => close())

test('a new source and the values that it makes come in one revision', async () => {
  for (const [at, chartVersion] of versions.entries()) {
    await stage.put('Extension', 'web', { sources: versions.slice(0, at + 1).map(documented) })
    if (at === 0) {
      const spec = { extension: 'web', parameters: { colour: 'red' } }
      await stage.put('ExtensionInstance', 'web', spec)
    }
    await stage.until('ExtensionInstance', 'web', (one) => isAt(one, chartVersion))
    await stage.ready('ExtensionInstance', 'web')
    const plugin = await stage.get('Plugin', 'web')
    expect({ chartVersion, revision: readPath(plugin, ['status', 'revision']) }).toEqual({
      chartVersion,
      revision: at + 1,
    })
  }
})

function documented(chartVersion: string) {
  return source(chartVersion, {
    values: `note: for ${chartVersion}, {{ .Parameters.colour }}\n`,
  })
}

function isAt(instance: KubeObject, version: string): boolean {
  return textAt(instance, ['status', 'version']) === version
}
