import { expect, test } from 'vitest'
import { capabilitiesOf } from '../../chart/capabilities.ts'
import { chartOf, chartYaml } from '../../chart/chart-for-test.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import { readYaml } from '../../formats/yaml/read.ts'
import { parseJson } from '../../objects/json-text.ts'
import { type KubeObject, isKubeObject } from '../../objects/kube-object.ts'
import { listChartImages } from './list-chart-images.ts'

const signal = new AbortController().signal

function read(text: string): readonly KubeObject[] {
  const value = parseJson(encodeJson(readYaml(text), { html: false }))
  return isKubeObject(value) ? [value] : []
}

function list(files: Readonly<Record<string, string>>, explore = true) {
  const chart = chartOf(files)
  const request = {
    values: new Map(),
    release: { name: 'demo', namespace: 'default', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(undefined, []),
    entropy: nodeEntropy(),
    skipSchema: true,
    warn: () => {},
  }
  return listChartImages(chart, request, { read, explore, maxRenders: 200 }, signal)
}

function shown(images: ReturnType<typeof list>['images']): readonly string[] {
  return images.map(({ image, certainty, with: values, why }) =>
    [image, certainty, ...values, ...(why === undefined ? [] : [why])].join(' | '),
  )
}

const pod = (image: string, name = 'x') =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers:\n  - name: a\n    image: ${image}\n`

const rows: readonly {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly found: readonly string[]
}[] = [
  {
    name: 'a branch that a value switches on',
    files: {
      'values.yaml': 'metrics: {enabled: false}\n',
      'templates/a.yaml': pod('a:1'),
      'templates/b.yaml': `{{ if .Values.metrics.enabled }}\n${pod('exporter:1', 'y')}{{ end }}`,
    },
    found: ['a:1 | certain', 'exporter:1 | with | metrics.enabled=true'],
  },
  {
    name: 'an image that is called as an empty value is for a trial',
    files: {
      'values.yaml': 'metrics: {enabled: false}\nsuffix: ""\n',
      'templates/a.yaml': pod('a:1{{ if .Values.suffix }}-{{ .Values.suffix }}{{ end }}'),
      'templates/b.yaml': `{{ if .Values.metrics.enabled }}\n${pod('quay.io/x/exporter:1', 'y')}{{ end }}`,
    },
    found: ['a:1 | certain', 'quay.io/x/exporter:1 | with | metrics.enabled=true'],
  },
  {
    name: 'a branch inside of a branch, behind a function and a helper',
    files: {
      'values.yaml': 'a: {enabled: false}\nb: {use: false}\n',
      'templates/_h.tpl': '{{ define "on" }}{{ if .Values.b.use }}yes{{ end }}{{ end }}',
      'templates/b.yaml': `{{ if and .Values.a.enabled (eq (include "on" .) "yes") }}\n${pod('deep:1')}{{ end }}`,
    },
    found: ['deep:1 | with | a.enabled=true | b.use=true'],
  },
  {
    name: 'what a text is compared with, and what is there without',
    files: {
      'values.yaml': 'mode: single\nhelper: true\n',
      'templates/a.yaml': `{{ if eq .Values.mode "cluster" }}\n${pod('cluster:1')}{{ else }}\n${pod('single:1')}{{ end }}`,
      'templates/b.yaml': `{{ if not .Values.helper }}\n${pod('bare:1', 'y')}{{ end }}`,
    },
    found: [
      'single:1 | certain',
      'cluster:1 | with | mode=cluster',
      'bare:1 | with | helper=false',
    ],
  },
  {
    name: 'a subchart that is off',
    files: {
      'Chart.yaml': chartYaml(
        'top',
        'dependencies: [{name: db, version: 1.0.0, condition: db.enabled}]',
      ),
      'values.yaml': 'db: {enabled: false}\n',
      'charts/db/Chart.yaml': chartYaml('db'),
      'charts/db/templates/a.yaml': pod('db:1'),
    },
    found: ['db:1 | with | db.enabled=true'],
  },
  {
    name: 'no name that is only the flip of an empty text',
    files: {
      'values.yaml': 'image: ""\ntag: ""\n',
      'templates/a.yaml': `{{ if .Values.image }}\n${pod('quay.io/{{ .Values.image }}:1')}{{ end }}`,
      'templates/b.yaml': `{{ if .Values.tag }}\n${pod('quay.io/b:{{ .Values.tag }}', 'y')}{{ end }}`,
    },
    found: [],
  },
  {
    name: 'values that exclude each other',
    files: {
      'values.yaml': 'a: false\nb: false\n',
      'templates/a.yaml': `{{ if and .Values.a .Values.b }}{{ fail "not both" }}{{ end }}{{ if .Values.a }}\n${pod('a:1')}{{ end }}{{ if .Values.b }}\n${pod('b:1')}{{ end }}`,
    },
    found: ['a:1 | with | a=true', 'b:1 | with | b=true'],
  },
  {
    name: 'what only the chart, its annotations and its values say',
    files: {
      'Chart.yaml': chartYaml('top', 'annotations: {images: \'[{name: x, image: "extra:1"}]\'}'),
      'values.yaml': 'tool:\n  image: {repository: quay.io/a/tool, tag: v1}\n',
      'templates/a.yaml': pod('a:1'),
    },
    found: [
      'a:1 | certain',
      'extra:1 | maybe | the chart declares it in its annotation images',
      'quay.io/a/tool:v1 | maybe | the values name it at tool.image.repository; nothing that was tried runs it',
    ],
  },
  {
    name: 'defaults of custom resources, and fields that the chart tells of',
    files: {
      'Chart.yaml': chartYaml(
        'top',
        "annotations: {outrigger.dev/image-table: 'image example.com thing spec.worker'}",
      ),
      'crds/a.yaml':
        'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\nspec:\n  names: {kind: Thing}\n  versions:\n  - schema: {openAPIV3Schema: {properties: {image: {type: string, default: "q.io/d:1"}}}}\n',
      'templates/a.yaml':
        'apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: x}\nspec: {worker: "w:1"}\n',
    },
    found: ['q.io/d:1 | maybe | a Thing that leaves the field out runs it', 'w:1 | certain'],
  },
]

test.each(rows)('lists $name', ({ files, found }) => {
  const { images } = list({ 'Chart.yaml': chartYaml('top'), ...files })
  expect(shown(images).toSorted()).toEqual(found.toSorted())
})

test('an image says which template line and which values it comes from', () => {
  const { images } = list({
    'Chart.yaml': chartYaml('top'),
    'values.yaml': 'image: {repository: app, tag: "1"}\n',
    'templates/a.yaml': pod('"{{ .Values.image.repository }}:{{ .Values.image.tag }}"'),
    'templates/t.yaml': pod('app:1', 'test').replace(
      '{name: test}',
      '{name: test, annotations: {helm.sh/hook: test}}',
    ),
  })
  expect(images).toMatchObject([
    {
      image: 'app:1',
      places: [
        {
          kind: 'Pod',
          name: 'x',
          field: 'spec.containers[0].image',
          container: 'a',
          template: 'top/templates/a.yaml',
          line: 7,
          values: ['image.repository', 'image.tag'],
        },
        { name: 'test', moment: 'test' },
      ],
    },
  ])
})

test('a chart that refuses its values still lists what they name, and says why', () => {
  const { images, notes } = list({
    'Chart.yaml': chartYaml('top'),
    'values.yaml': 'image: {repository: app, tag: "1"}\n',
    'templates/a.yaml': '{{ required "give a name" .Values.name }}',
  })
  expect(images.map(({ image, certainty }) => [image, certainty])).toEqual([['app:1', 'maybe']])
  expect(notes[0]).toContain('the chart does not render with these values')
  expect(notes[0]).toContain('give a name')
})

test('without exploring only what is rendered is listed', () => {
  const files = { 'Chart.yaml': chartYaml('top'), ...rows[0]?.files }
  expect(shown(list(files, false).images)).toEqual(['a:1 | certain'])
})
