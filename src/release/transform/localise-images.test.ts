import { expect, test } from 'vitest'
import type { Json } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { type ImageChoice, localiseImages } from './localise-images.ts'
import type { RenderedObject } from './rendered-object.ts'

const digest = `sha256:${'0a'.repeat(32)}`

function objectOf(kind: string, spec: Json): KubeObject {
  const group = kind === 'CronJob' ? 'batch/v1' : kind === 'Pod' ? 'v1' : 'apps/v1'
  return { apiVersion: group, kind, metadata: { name: 'x' }, spec }
}

function localised(object: KubeObject, choice: ImageChoice): KubeObject | undefined {
  const { before, after } = localiseImages(choice)
  const given: RenderedObject = { path: 'c/templates/x.yaml', object, isHook: false, document: 0 }
  const steps = [...before, ...after]
  return steps.reduce<readonly RenderedObject[]>((left, step) => step(left), [given])[0]?.object
}

const pod = { containers: [{ name: 'a', image: 'quay.io/a/b:1' }] }
const moved = { containers: [{ name: 'a', image: 'reg.local/a/b:1' }] }

test('locked images are moved with their digest', () => {
  const choice = { registry: 'reg.local', lock: [`quay.io/a/b:1@${digest}`] }
  expect(localised(objectOf('Pod', pod), choice)?.['spec']).toEqual({
    containers: [{ name: 'a', image: `reg.local/a/b:1@${digest}` }],
  })
})

test.each([
  ['Pod', pod, { ...moved, imagePullSecrets: [{ name: 'login' }] }],
  [
    'Deployment',
    { template: { spec: { ...pod, imagePullSecrets: [{ name: 'own' }] } } },
    { template: { spec: { ...moved, imagePullSecrets: [{ name: 'own' }, { name: 'login' }] } } },
  ],
  [
    'CronJob',
    { jobTemplate: { spec: { template: { spec: pod } } } },
    {
      jobTemplate: {
        spec: { template: { spec: { ...moved, imagePullSecrets: [{ name: 'login' }] } } },
      },
    },
  ],
])('a %s pulls with the secrets', (kind, spec, wanted) => {
  const choice = { registry: 'reg.local', pullSecrets: ['login'] }
  const once = localised(objectOf(kind, spec), choice)
  expect(once?.['spec']).toEqual(wanted)
  expect(once && localised(once, choice)).toEqual(once)
})

test('what has no pods gets no secrets', () => {
  const service = objectOf('Service', { ports: [] })
  expect(localised(service, { pullSecrets: ['login'] })).toBe(service)
})

test.each([
  ['a registry takes all', { registry: 'reg.local/m' }, undefined],
  ['a rule for the host is enough', { map: { 'quay.io': 'reg.local/q' } }, undefined],
  [
    'another rule leaves it',
    { map: { 'ghcr.io': 'reg.local' } },
    'images.foreign is refuse, and wanted is reg.local; found quay.io/a/b:1 at spec.containers.0.image of Pod x (c/templates/x.yaml); add what is missing to images.map',
  ],
  [
    'a name that only begins so is another',
    { registry: undefined, map: { 'ghcr.io': 'quay.i' } },
    'images.foreign is refuse, and wanted is quay.i; found quay.io/a/b:1',
  ],
])('refusing what is foreign: %s', (_, rules, message) => {
  const { registry, map } = { registry: undefined, map: undefined, ...rules }
  const choice: ImageChoice = {
    foreign: 'refuse',
    ...(registry === undefined ? {} : { registry }),
    ...(map === undefined ? {} : { map }),
  }
  const act = () => localised(objectOf('Pod', pod), choice) !== undefined
  let said = ''
  try {
    act()
  } catch (error) {
    said = error instanceof Error ? error.message : ''
  }
  expect(said).toContain(message ?? '')
  expect(said === '').toBe(message === undefined)
})
