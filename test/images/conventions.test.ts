import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chartOf, chartYaml } from '../../src/chart/chart-for-test.ts'
import { findIn } from '../../src/images/find-images.ts'
import { rewriteImages } from '../../src/images/rewrite-images.ts'
import { declaredImages } from '../../src/mirror/images/declared-images.ts'
import type { Json } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'

// How charts and operators hand images on: every name of the table is a row, with images of a registry that nobody knows. Each
// is found, and each is found somewhere else after it was moved.
const host = 'hub.corp.example:5000'
const one = `${host}/team/one:1.2.3`
const two = `${host}/team/two@sha256:${'0a'.repeat(32)}`
const app = { name: 'app', image: `${host}/app:1` }

interface Fact {
  readonly where: string
  readonly name: string
  readonly form: string
}

/** An object that holds images in one way. */
interface Example {
  readonly object: KubeObject
  readonly found?: readonly string[]
  readonly parts?: readonly string[]
  /** The registries after the move; as they were unless a row of the table tells of them. */
  readonly movedParts?: readonly string[]
}

const file = join(import.meta.dirname, 'facts', 'conventions.tsv')
const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1)
const facts = lines.flatMap((line): Fact[] => {
  const [where = '', names = '', form = ''] = line.split('\t')
  return names
    .split(' ')
    .flatMap(expand)
    .map((name) => ({ where, name, form }))
})

// `A_{B,C}_D` stands for A_B_D and A_C_D.
function expand(name: string): readonly string[] {
  const [all, before = '', choices = '', after = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(name) ?? []
  if (all === undefined) return [name]
  return choices.split(',').flatMap((choice) => expand(`${before}${choice}${after}`))
}

test('the table has all its rows', () => {
  expect(lines.length).toBe(43)
})

const examples: Readonly<Record<string, (name: string) => Example>> = {
  'arg flag=value': (name) => ({ object: workload({ args: [`${name}=${one}`] }), found: [one] }),
  'arg flag value': (name) => ({ object: workload({ args: [name, two] }), found: [two] }),
  'arg tag alone': (name) => ({ object: workload({ args: [`${name}=1.2.3`] }), parts: ['1.2.3'] }),
  'arg registry alone': (name) => ({
    object: workload({ args: [`${name}=${host}/team`] }),
    parts: [`${host}/team`],
    movedParts: ['local.example/m/team'],
  }),
  'arg shell': () => ({
    object: workload({
      command: ['sh', '-c', `set -e; kubectl run x --image=${one} -- true && docker pull ${two}`],
    }),
    found: [one, two],
  }),
  'env whole': (name) => ({ object: variables({ [name]: one }), found: [one] }),
  'env without host': (name) => ({
    object: variables({ [name]: 'alluxio/alluxio:2.8.1', [`OTHER_${name}`]: 'fuse:2.8' }),
    found: ['alluxio/alluxio:2.8.1', 'fuse:2.8'],
  }),
  'env lines of versions': (name) => ({
    object: variables({ [name]: `3.9.0=${one}\n4.0.0=${two}\n` }),
    found: [one, two],
  }),
  'env split in three': (name) => ({
    object: variables({
      [`${name}_IMAGE_NAME`]: 'agent',
      [`${name}_IMAGE_TAG`]: '7.1',
      [`${name}_CONTAINER_REGISTRY`]: `${host}/dd`,
    }),
    found: [`${host}/dd/agent:7.1`],
  }),
  'ConfigMap whole': (name) => ({ object: config({ [name]: two }), found: [two] }),
  'ConfigMap TOML': (name) => ({
    object: config({
      [name]: `[[runners]]\n  [runners.kubernetes]\n    image = "${one}"\n    helper_image = "${two}"\n`,
    }),
    found: [one, two],
  }),
  'ConfigMap YAML': (name) => ({
    object: config({ [name]: `jenkins:\n  clouds:\n  - templates:\n    - image: "${one}"\n` }),
    found: [one],
  }),
  'ConfigMap hub and tag': (name) => ({
    object: config({
      [name]: `{"global":{"hub":"${host}/istio","tag":"1.2.3","proxy":{"image":"proxyv2"},"proxy_init":{"image":"proxyv2"}}}`,
    }),
    found: [`${host}/istio/proxyv2:1.2.3`, `${host}/istio/proxyv2:1.2.3`],
  }),
  'Secret text': (name) => {
    const text = `image: ${one}\nsingleuser:\n  image:\n    name: ${host}/team/two\n    tag: 1.10\n`
    const texts = { 'a.yaml': name === 'data' ? btoa(text) : text }
    const object = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' }, [name]: texts }
    return { object, found: [one, `${host}/team/two:1.10`] }
  },
  'annotation pod template': (name) => {
    const template = { metadata: { annotations: { [name]: one } }, spec: { containers: [app] } }
    return {
      object: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'x' },
        spec: { template },
      },
      found: [one],
    }
  },
}

const mapsInText = [
  ['JSON, from versions to images', `{"3.9.0":"${one}","4.0.0":"${two}"}`, [one, two]],
  ['JSON, a list', `["${one}","${two}"]`, [one, two]],
  ['YAML, from names to images', `kafka: ${one}\nbridge: ${two}\n`, [one, two]],
  ['JSON, in parts', `{"kafka":{"repository":"${host}/team/one","tag":"1.2.3"}}`, [one]],
] as const

const inOwnFields = [
  ['JSON, behind a key that says images', `{"images":{"3.9.0":"${one}"},"x":1}`, [one]],
  ['JSON, behind a key that says image', `{"images":{"a":1},"worker":{"image":"${one}"}}`, [one]],
  ['YAML, behind a key that says image', `worker:\n  image: ${one}\n`, [one]],
] as const

interface Row extends Example {
  readonly name: string
}

const rows: readonly Row[] = [
  ...facts
    .filter(({ where }) => where !== 'Chart.yaml')
    .flatMap(({ where, name, form }): Row[] => {
      const shown = `${where} ${name} (${form})`
      if (form === 'map in text') {
        return [...(name === 'CONFIG' ? inOwnFields : mapsInText)].map(([how, text, found]) => ({
          name: `${shown}: ${how}`,
          object: variables({ [name]: text }),
          found,
        }))
      }
      const example = examples[`${where} ${form}`]
      if (example === undefined) throw new Error(`there is no example for ${shown}`)
      return [{ name: shown, ...example(name) }]
    }),
  // Names that hold other words: "tag" in stage, "arch" in elasticsearch.
  ...['ELASTICSEARCH_IMAGE', 'STAGE_IMAGE', 'IMAGE_MAP'].map((name) => ({
    name: `env ${name}`,
    object: variables({ [name]: name === 'IMAGE_MAP' ? `{"a":"${one}"}` : one }),
    found: [one],
  })),
]

function workload(container: Readonly<Record<string, Json>>): KubeObject {
  const spec = { template: { spec: { containers: [{ ...app, ...container }] } } }
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec }
}

function variables(texts: Readonly<Record<string, string>>): KubeObject {
  return workload({ env: Object.entries(texts).map(([name, value]) => ({ name, value })) })
}

function config(data: Readonly<Record<string, Json>>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data }
}

const others = (images: readonly string[]) =>
  images.filter((image) => !image.includes('/app:')).toSorted()

test.each(rows)('$name', ({ object, found = [], parts = [], movedParts = parts }) => {
  const seen = findIn(object)
  expect(others(seen.images.map(({ image }) => image))).toEqual(found.toSorted())
  expect(seen.parts.map(({ text }) => text)).toEqual(parts)
  const rules = { map: { [host]: 'local.example/m', 'docker.io': 'local.example/m' } }
  const after = findIn(rewriteImages(object, rules).object)
  expect(others(after.images.map(({ image }) => image))).toEqual(found.map(moved).toSorted())
  expect(after.parts.map(({ text }) => text)).toEqual(movedParts)
})

function moved(image: string): string {
  if (image.startsWith(host)) return image.replace(host, 'local.example/m')
  return `local.example/m/${image.includes('/') ? image : `library/${image}`}`
}

test.each(facts.filter(({ where }) => where === 'Chart.yaml'))(
  'the annotation $name of a chart lists images',
  ({ name }) => {
    const list = `- name: one\n  image: ${one}\n- ${two}\n`
    const annotations = `annotations: {${name}: ${JSON.stringify(list)}}`
    const chart = chartOf({ 'Chart.yaml': chartYaml('demo', annotations) })
    expect(declaredImages(chart)).toEqual([
      { image: one, annotation: name },
      { image: two, annotation: name },
    ])
  },
)

test.each([
  ['--registry', 'txt'],
  ['--upstream', 'example.com/path:80'],
  ['--image-pull-secret', 'hub.example/a:1.0'],
  ['--git-url', 'git.example.com/a/b:v1.0'],
  ['--image-gc-high-threshold', '85'],
])('%s=%s names no image', (name, value) => {
  const { images, parts } = findIn(workload({ image: 'app', args: [`${name}=${value}`] }))
  expect(images.map(({ image }) => image)).toEqual(['app'])
  expect(parts).toEqual([])
})
