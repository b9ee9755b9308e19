import { expect, test } from 'vitest'
import { capabilitiesOf } from '../../chart/capabilities.ts'
import type { Table } from '../../chart/chart.ts'
import { loadFiles } from '../../chart/load/load.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { renderRound } from '../../chart/render/render-round.ts'
import type { Value } from '../../formats/value.ts'
import { toBytes } from '../../formats/go-string.ts'
import type { ImageChoice } from './localise-images.ts'
import { movesOfPreferred, preferredValues } from './prefer-registry-values.ts'

const pod = (image: string, more = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec:\n  containers:\n  - name: a\n    image: ${image}\n${more}`
const registryOr = (own: string) => `{{ .Values.global.imageRegistry | default "${own}" }}`

function chartOf(files: Readonly<Record<string, string>>) {
  const all = { 'Chart.yaml': 'apiVersion: v2\nname: top\nversion: 1.0.0\n', ...files }
  const entries = Object.entries(all).map(([name, text]) => ({ name, data: toBytes(text) }))
  return loadFiles(entries, (bytes) => bytes)
}

function agreed(
  files: Readonly<Record<string, string>>,
  images: ImageChoice,
  given: Table = new Map(),
) {
  const chart = chartOf(files)
  const told = preferredValues({ chart, values: given }, images)
  if (told === undefined) return 'not understood'
  const render = (values: Table) => {
    const request = {
      values,
      release: { name: 'r', namespace: 'n', revision: 1, isUpgrade: false },
      capabilities: capabilitiesOf(undefined, []),
      entropy: nodeEntropy(),
      warn: () => {},
    }
    const { result } = renderRound(chart, request, {
      answers: new Map(),
      recordedEntropy: undefined,
    })
    if ('error' in result) throw result.error
    return result.rendered
  }
  const renders = { plain: render(given), preferred: render(told) }
  return movesOfPreferred(renders, images, []) ?? 'another release'
}

const table = (entries: Record<string, Value>): Table => new Map(Object.entries(entries))
const local = { registry: 'reg.local/m' }

test.each([
  {
    name: 'a chart that takes its images from the value',
    files: {
      'values.yaml': 'global: {imageRegistry: ""}\n',
      'templates/a.yaml': pod(`${registryOr('quay.io')}/a/b:1`),
    },
    images: local,
    found: [{ from: 'quay.io/a/b:1', to: 'reg.local/m/a/b:1' }],
  },
  {
    name: 'a value that only a dependency has',
    files: {
      'values.yaml': '{}',
      'Chart.yaml':
        'apiVersion: v2\nname: top\nversion: 1.0.0\ndependencies: [{name: sub, version: 1.0.0}]\n',
      'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
      'charts/sub/values.yaml': 'global: {imageRegistry: ""}\n',
      'charts/sub/templates/a.yaml': pod(`${registryOr('quay.io')}/a/b:1`),
    },
    images: local,
    found: [{ from: 'quay.io/a/b:1', to: 'reg.local/m/a/b:1' }],
  },
  {
    name: 'a chart that has no such value',
    files: { 'values.yaml': 'a: 1\n', 'templates/a.yaml': pod('quay.io/a/b:1') },
    images: local,
    found: 'not understood',
  },
  {
    name: 'a value that the user has set',
    files: {
      'values.yaml': 'global: {imageRegistry: ""}\n',
      'templates/a.yaml': pod(`${registryOr('quay.io')}/a/b:1`),
    },
    images: local,
    given: table({ global: table({ imageRegistry: 'mine.local' }) }),
    found: 'not understood',
  },
  {
    name: 'a short name of Docker Hub, which has another place in a mirror',
    files: {
      'values.yaml': 'global: {imageRegistry: ""}\n',
      'templates/a.yaml': pod(`${registryOr('docker.io')}/busybox:1`),
    },
    images: local,
    found: 'another release',
  },
  {
    name: 'a rule of the map that leads elsewhere',
    files: {
      'values.yaml': 'global: {imageRegistry: ""}\n',
      'templates/a.yaml': pod(`${registryOr('quay.io')}/a/b:1`),
    },
    images: { ...local, map: { 'quay.io': 'reg.local/quay' } },
    found: 'another release',
  },
  {
    name: 'a value that brings another object',
    files: {
      'values.yaml': 'global: {imageRegistry: ""}\n',
      'templates/a.yaml': pod(
        `${registryOr('quay.io')}/a/b:1`,
        '{{ if .Values.global.imageRegistry }}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: y}\n{{ end }}',
      ),
    },
    images: local,
    found: 'another release',
  },
  {
    name: 'an image that no rewriting reaches',
    files: {
      'values.yaml': 'global: {imageRegistry: ""}\n',
      'templates/a.yaml': pod(`${registryOr('quay.io')}/a/b:1`),
      'templates/b.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  text: "made from ${registryOr('quay.io')} by a program"\n`,
    },
    images: local,
    found: [{ from: 'quay.io/a/b:1', to: 'reg.local/m/a/b:1' }],
  },
  {
    name: 'a chart that refuses other registries unless it is told that they are meant',
    files: {
      'values.yaml': 'global: {imageRegistry: "", security: {allowInsecureImages: false}}\n',
      'templates/a.yaml': `{{ if and .Values.global.imageRegistry (not .Values.global.security.allowInsecureImages) }}{{ fail "another registry" }}{{ end }}\n${pod(`${registryOr('quay.io')}/a/b:1`)}`,
    },
    images: local,
    found: [{ from: 'quay.io/a/b:1', to: 'reg.local/m/a/b:1' }],
  },
])('tells the chart of the registry: $name', ({ files, images, given, found }) => {
  expect(agreed(files, images, given)).toEqual(found)
})
