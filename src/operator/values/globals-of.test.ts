import { expect, test } from 'vitest'
import { parsePlugin } from '../../kinds/plugin.ts'
import { parseProfile } from '../../kinds/profile.ts'
import { globalsOf, withGlobalImages } from './globals-of.ts'

function profileOf(images: object) {
  const metadata = { name: 'p' }
  const parsed = parseProfile({
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'Profile',
    metadata,
    spec: { images },
  } as never)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

function pluginOf(images: object) {
  const metadata = { name: 'p', namespace: 'n' }
  const spec = { repo: 'https://charts.example', name: 'x', images }
  const parsed = parsePlugin({
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'Plugin',
    metadata,
    spec,
  } as never)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

test('registries of the first profile and of the plugin win, rows of tables and maps add up', () => {
  const profiles = [
    profileOf({ registry: 'first.example', table: 'flag a' }),
    profileOf({ registry: 'second.example', table: 'flag b', map: { 'quay.io': 'q.example' } }),
  ]
  const globals = globalsOf(profiles)
  expect(globals.images).toEqual({
    registry: 'first.example',
    map: { 'quay.io': 'q.example' },
    table: 'flag a\nflag b',
  })
  expect(
    withGlobalImages(pluginOf({ registry: 'own.example', table: 'flag c' }), globals).spec.images,
  ).toEqual({
    registry: 'own.example',
    map: { 'quay.io': 'q.example' },
    table: 'flag a\nflag b\nflag c',
  })
})
