import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath } from '../../objects/kube-object.ts'
import { type ImageChoice, localiseImages, localisedOf, noNotes } from './localise-images.ts'
import type { RenderedObject } from './rendered-object.ts'

const podPath = ['spec', 'template', 'spec']
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

const rendered = `apiVersion: v1
kind: Pod
metadata: {name: x}
spec:
  containers:
  - name: a
    image: quay.io/a/b:1
`

test('a refusal names object, field and the line of the rendered document', () => {
  const { after } = localiseImages(
    { registry: 'reg.local', map: { 'quay.io/a': 'quay.io/a' }, foreign: 'refuse' },
    noNotes(),
    () => rendered,
  )
  const given = { path: 'c/templates/x.yaml', isHook: false, document: 0 }
  const act = () =>
    after.reduce<readonly RenderedObject[]>(
      (left, step) => step(left),
      [{ ...given, object: objectOf('Pod', pod) }],
    )
  // quay.io/a is itself among the places, so nothing is foreign.
  expect(act()[0]?.object['spec']).toEqual(pod)
  const { after: strict } = localiseImages(
    { map: { 'ghcr.io': 'reg.local' }, foreign: 'refuse' },
    noNotes(),
    () => rendered,
  )
  expect(() => strict[1]?.([{ ...given, object: objectOf('Pod', pod) }])).toThrow(
    'found quay.io/a/b:1 at spec.containers.0.image of Pod x (line 7 of c/templates/x.yaml as rendered); add',
  )
})

test('what is foreign is told of on request, and what was moved is told with where it came from', () => {
  const notes = noNotes()
  const choice: ImageChoice = {
    map: { 'docker.io': 'reg.local' },
    lock: [`docker.io/library/web:1@${digest}`],
    foreign: 'warn',
  }
  const { before, after } = localiseImages(choice, notes, () => rendered)
  const two = { containers: [...pod.containers, { name: 'c', image: 'web:1' }] }
  const given = { path: 'x.yaml', isHook: false, document: 0, object: objectOf('Pod', two) }
  const steps = [...before, ...after]
  steps.reduce<readonly RenderedObject[]>((left, step) => step(left), [given, given])
  expect(localisedOf(notes)).toEqual({
    moved: [{ from: 'web:1', to: `reg.local/library/web:1@${digest}` }],
    foreign: Array.from(
      { length: 2 },
      () =>
        'quay.io/a/b:1 at spec.containers.0.image of Pod x (line 7 of x.yaml as rendered) is not from reg.local',
    ),
  })
})

test('a lock also fits an image that the chart itself takes from the registry', () => {
  const choice = { registry: 'reg.local', lock: [`quay.io/a/b:1@${digest}`] }
  expect(localised(objectOf('Pod', moved), choice)?.['spec']).toEqual({
    containers: [{ name: 'a', image: `reg.local/a/b:1@${digest}` }],
  })
})

const thing: KubeObject = {
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { name: 'x' },
  spec: { worker: 'quay/a/b:1' },
}

test('a row of the table brings a field that nothing else tells of', () => {
  const table = 'image example.com thing spec.worker'
  expect(localised(thing, { registry: 'reg.local' })).toBe(thing)
  const found = localised(thing, { registry: 'reg.local', table })
  expect(found?.['spec']).toEqual({ worker: 'reg.local/quay/a/b:1' })
  expect(() =>
    localised(thing, { map: { 'ghcr.io': 'reg.local' }, foreign: 'refuse', table }),
  ).toThrow('found quay/a/b:1 at spec.worker of Thing x')
})

const operator = objectOf('Deployment', {
  template: {
    spec: {
      containers: [
        {
          name: 'a',
          image: 'reg.local/a/b:1',
          args: ['--registry-domain=quay.io/team', '--image-registry=ghcr.io'],
        },
      ],
    },
  },
})
const before = 'at spec.template.spec.containers.0.args'

test.each<[string, ImageChoice, readonly string[], string]>([
  [
    'a known one is moved; of another the refusal says so',
    { registry: 'reg.local' },
    ['--registry-domain=reg.local/team', '--image-registry=ghcr.io'],
    `images.foreign is refuse, and wanted is reg.local; found registry ghcr.io ${before}.1 of Deployment x (c/templates/x.yaml); add a row "registry NAME", or "never NAME" where it is none, to images.table`,
  ],
  [
    'a row of the table tells of another',
    { registry: 'reg.local', table: 'registry --image-registry' },
    ['--registry-domain=reg.local/team', '--image-registry=reg.local'],
    '',
  ],
  [
    'a row says that one is none',
    { registry: 'reg.local', table: 'never --image-registry' },
    ['--registry-domain=reg.local/team', '--image-registry=ghcr.io'],
    '',
  ],
  [
    'a map that leaves a known one is told of',
    { map: { 'ghcr.io': 'reg.local' } },
    ['--registry-domain=quay.io/team', '--image-registry=ghcr.io'],
    `found registry quay.io/team ${before}.0 of Deployment x (c/templates/x.yaml), registry ghcr.io ${before}.1 of Deployment x (c/templates/x.yaml); add what is missing to images.map, and a row "registry NAME"`,
  ],
])('a flag that holds a registry: %s', (_, choice, wanted, message) => {
  const moved = localised(operator, choice)
  const [container] = readPath(moved ?? {}, [...podPath, 'containers']) as readonly JsonObject[]
  expect(container?.['args']).toEqual(wanted)
  let said = ''
  try {
    localised(operator, { ...choice, foreign: 'refuse' })
  } catch (error) {
    said = error instanceof Error ? error.message : ''
  }
  expect(said).toContain(message)
  expect(said === '').toBe(message === '')
})

test('a registry that is left is told of with object, field and line', () => {
  const notes = noNotes()
  const { after } = localiseImages({ registry: 'reg.local', foreign: 'warn' }, notes)
  const given = { path: 'x.yaml', isHook: false, document: 0, object: operator }
  after.reduce<readonly RenderedObject[]>((left, step) => step(left), [given])
  expect(notes.foreign).toEqual([
    `registry ghcr.io ${before}.1 of Deployment x (x.yaml) is not from reg.local`,
  ])
})

test('a row of the table that is none is named', () => {
  expect(() => localised(thing, { registry: 'reg.local', table: '\nimage Thing' })).toThrow(
    'line 2 of the table of images: wanted "image|registry|never GROUP KIND PATH", "flag|registry|never NAME" or "also REFERENCE", found "image Thing"',
  )
})
