import { expect, test } from 'vitest'
import { capabilitiesOf } from '../capabilities.ts'
import { replayEntropy, seededEntropy } from './entropy.ts'
import { loadFiles } from '../load/load.ts'
import { renderChart } from './render.ts'
import type { Entropy } from '../../template/func.ts'

const files = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
  'files/read.txt': 'one',
  'files/unread.txt': 'two',
  'files/listed.txt': 'three',
  'templates/secret.yaml':
    'kind: Secret\ndata: {{ randAlphaNum 8 }} {{ .Files.Get "files/read.txt" }}\n' +
    '{{ range $path, $_ := .Files.Glob "files/l*" }}# {{ $path }}\n{{ end }}',
}

function render(entropy: Entropy) {
  const encoder = new TextEncoder()
  const entries = Object.entries(files).map(([name, text]) => ({
    name,
    data: encoder.encode(text),
  }))
  const chart = loadFiles(entries, () => {
    throw new Error('no archive in this chart')
  })
  return renderChart(chart, {
    values: new Map(),
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(),
    entropy,
    warn: () => {},
  })
}

test('a render names the files that templates looked into', () => {
  expect(render(seededEntropy('a', 0n)).filesRead.toSorted()).toEqual([
    'web/files/listed.txt',
    'web/files/read.txt',
  ])
})

test('a render repeated with its own entropy gives the same text', () => {
  const first = render(seededEntropy('a', 0n))
  const again = render(replayEntropy(first.entropy, seededEntropy('b', 0n)))
  expect(first.entropy.random.length).toBeGreaterThan(0)
  expect(again.manifests).toEqual(first.manifests)
  expect(render(seededEntropy('b', 0n)).manifests).not.toEqual(first.manifests)
})
