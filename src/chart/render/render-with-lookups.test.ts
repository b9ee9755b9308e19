import { expect, test } from 'vitest'
import { toBytes } from '../../formats/go-string.ts'
import { capabilitiesOf } from '../capabilities.ts'
import { seededEntropy } from './entropy.ts'
import { loadFiles } from '../load/load.ts'
import { renderRound } from './render-round.ts'
import { type AnswerLookup, renderWithLookups } from './render-with-lookups.ts'

function render(template: string, answer: AnswerLookup) {
  const files = [
    { name: 'Chart.yaml', data: toBytes('{apiVersion: v2, name: c, version: 1.0.0}') },
    { name: 'templates/a.yaml', data: toBytes(template) },
  ]
  const chart = loadFiles(files, (data) => data)
  const request = {
    values: new Map(),
    release: { name: 'r', namespace: 'n', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(),
    entropy: seededEntropy('seed', 0n),
    warn: () => {},
  }
  return renderWithLookups({
    name: 'c',
    round: (given) => renderRound(chart, request, given),
    answer,
    given: { answers: new Map(), recordedEntropy: undefined },
  })
}

function template(...lines: string[]): string {
  return `kind: K\nmetadata: {name: n}\n${lines.join('\n')}\n`
}

test('what is missed in a round is asked for together, and drawn once', async () => {
  const asked: string[] = []
  const { rendered, lookups } = await render(
    template(
      'random: {{ randAlphaNum 8 }}',
      '{{ $a := lookup "v1" "Secret" "n" "a" }}{{ $b := lookup "v1" "Secret" "n" "b" }}',
      '{{ if $a.next }}{{ $c := lookup "v1" "Secret" "n" $a.next }}c: {{ $c.is }}{{ end }}',
    ),
    async ({ name }) => {
      asked.push(name)
      return { value: new Map([name === 'a' ? ['next', 'c'] : ['is', name]]) }
    },
  )
  expect(asked).toEqual(['a', 'b', 'c'])
  expect([...lookups.keys()]).toHaveLength(3)
  const text = rendered.manifests[0]?.text ?? ''
  expect(text).toContain('c: c')
  const again = await render(template('random: {{ randAlphaNum 8 }}'), async () => ({ error: '' }))
  expect(text.split('\n')[2]).toBe(again.rendered.manifests[0]?.text.split('\n')[2])
})

test('what fails without an answer is tried with it', async () => {
  const { rendered } = await render(
    template('{{ if not (lookup "v1" "Secret" "n" "a") }}{{ fail "none" }}{{ end }}x: y'),
    async () => ({ value: new Map([['is', 'there']]) }),
  )
  expect(rendered.manifests[0]?.text).toContain('x: y')
})

test('what fails with all answers fails', async () => {
  const failing = template('{{ if not (lookup "v1" "Secret" "n" "a") }}{{ fail "none" }}{{ end }}')
  await expect(render(failing, async () => ({ value: new Map() }))).rejects.toThrow('none')
})

const oneMore: AnswerLookup = async ({ name }) => ({ value: new Map([['next', `${name}0`]]) })

test('templates that always ask for something new are refused', async () => {
  const chain = template(
    '{{ $n := 0 }}{{ range until 20 }}{{ if lookup "v1" "S" "n" (print .) }}{{ end }}{{ end }}',
  )
  const endless = template(
    '{{- define "next" }}{{ $o := lookup "v1" "S" "n" . }}{{ if $o.next }}{{ include "next" $o.next }}{{ end }}{{ end }}',
    'x: {{ include "next" "0" }}',
  )
  expect((await render(chain, oneMore)).lookups.size).toBe(20)
  await expect(render(endless, oneMore)).rejects.toThrow(
    'templates of c ask lookup for something new each time, 8 times in a row',
  )
})
