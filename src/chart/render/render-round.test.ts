import { expect, test } from 'vitest'
import { toBytes } from '../../formats/go-string.ts'
import { capabilitiesOf } from '../capabilities.ts'
import { seededEntropy } from './entropy.ts'
import { loadFiles } from '../load/load.ts'
import { renderRound } from './render-round.ts'

function roundOf(text: string) {
  const files = [
    { name: 'Chart.yaml', data: toBytes('{apiVersion: v2, name: c, version: 1.0.0}') },
    { name: 'templates/NOTES.txt', data: toBytes(text) },
  ]
  const request = {
    values: new Map(),
    release: { name: 'r', namespace: 'n', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(),
    entropy: seededEntropy('seed', 0n),
    warn: () => {},
  }
  const chart = loadFiles(files, (data) => data)
  return renderRound(chart, request, { answers: new Map(), recordedEntropy: undefined })
}

test.each([
  { text: 'nothing: {{ .Release.Name }}', asked: [] },
  { text: '{{ if false }}{{ .Capabilities.KubeVersion.Minor }}{{ end }}', asked: [] },
  { text: '{{ .Capabilities.HelmVersion.Version }}', asked: [] },
  { text: '{{ .Capabilities.KubeVersion.Minor }}', asked: ['version'] },
  { text: '{{ $c := .Capabilities }}{{ $c.KubeVersion }}', asked: ['version'] },
  { text: '{{ with .Capabilities.Copy }}{{ .KubeVersion }}{{ end }}', asked: ['version'] },
  { text: '{{ .Capabilities.APIVersions.Has "v1" }}', asked: ['apis'] },
  { text: '{{ range .Capabilities.APIVersions }}{{ . }}{{ end }}', asked: ['apis'] },
  { text: '{{ tpl "{{ .Capabilities.KubeVersion.Version }}" . }}', asked: ['version'] },
  { text: '{{ (deepCopy .).Capabilities.KubeVersion.Major }}', asked: ['version'] },
  { text: '{{ toJson .Capabilities }}', asked: ['apis', 'version'] },
  { text: '{{ printf "%v" .Capabilities }}', asked: ['apis', 'version'] },
  { text: '{{ .Capabilities.KubeVersion.Minor }}{{ fail "no" }}', asked: ['version'] },
])('$text asks $asked', ({ text, asked }) => {
  expect(roundOf(text).asked.toSorted()).toEqual(asked)
})

test('a round records once: its entropy is that of the render, also when threads copy both', () => {
  const { result, recordedEntropy } = roundOf('{{ randAlpha 8 }}')
  expect('rendered' in result && result.rendered.entropy).toBe(recordedEntropy)
  expect(recordedEntropy.random.length).toBeGreaterThan(0)
})

test('a round that fails tells the entropy that it took', () => {
  const { result, recordedEntropy } = roundOf('{{ randAlpha 8 }}{{ fail "no" }}')
  expect('error' in result).toBe(true)
  expect(recordedEntropy.random.length).toBeGreaterThan(0)
})
