import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { customResourceDefinition } from '../../src/kinds/custom-resource-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { JumpingClock } from '../extensions/jumping-clock.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { crds } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const clock = new JumpingClock()
let stage: OperatorStage

beforeAll(async () => {
  stage = await OperatorStage.open({ clock })
})

afterAll(() => stage.close())

test('a stored interval of a millisecond is looked at every thirty seconds, and the status says so', async () => {
  await mkdir(join(stage.files, 'one'))
  await writeFile(
    join(stage.files, 'one', 'all.yaml'),
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n',
  )
  const spec = { kind: 'manifests', repo: `file://${stage.files}/one`, interval: '1ms' }
  const crd = customResourceDefinition(pluginKind) as KubeObject
  await stage.apply(crds, withoutBounds(crd))
  await stage.until('bounds are gone', () => isAccepted(spec))
  await stage.plugin('greedy', { ...spec, timeout: '100h' })
  await stage.apply(crds, crd)
  await stage.until('bounds are there', async () => !(await isAccepted(spec)))

  await stage.start()
  await stage.ready('greedy')
  const plugin = await stage.readPlugin('greedy')
  const told = plugin?.status.conditions?.find(({ type }) => type === 'Clamped')
  expect(told).toMatchObject({ status: 'True', reason: 'OutOfBounds' })
  expect(told?.message).toContain('interval is 1ms, which is not within 30s and 8760h: 30s is used')
  expect(told?.message).toContain('timeout is 100h, which is not within 1s and 1h: 1h is used')

  const before = passesOf('greedy')
  await clock.jump(10_000)
  expect(passesOf('greedy') - before).toBeLessThanOrEqual(1)
  await clock.jump(60_000)
  expect(passesOf('greedy') - before).toBeGreaterThanOrEqual(2)
  expect(passesOf('greedy') - before).toBeLessThanOrEqual(4)

  await stage.plugin('greedy', { ...spec, interval: '10m', timeout: '5m' })
  await stage.ready('greedy')
  const mended = await stage.readPlugin('greedy')
  expect(mended?.status.conditions?.map(({ type }) => type)).not.toContain('Clamped')
})

function passesOf(name: string): number {
  return stage.passes.filter(({ key }) => key === `${platform}/${name}`).length
}

async function isAccepted(spec: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    await stage.plugin('probe', spec)
  } catch {
    return false
  }
  await stage.deletePlugin('probe')
  return true
}

// The definition of the release before this one.
function withoutBounds(crd: KubeObject): KubeObject {
  const text = JSON.stringify(crd)
  const rules = /,"x-kubernetes-validations":\[\{"rule":"duration[^\]]*\]/g
  return JSON.parse(text.replaceAll(rules, '')) as KubeObject
}
