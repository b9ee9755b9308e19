import { expect, test } from 'vitest'
import { parsePlugin } from '../../../../kinds/plugin.ts'
import {
  type Asked,
  type ClusterFacts,
  type ComparedFacts,
  type Comparison,
  type Inputs,
  compareInputs,
  inputsKey,
  nothingAsked,
} from './inputs-key.ts'

function specOf(spec: object): Inputs['spec'] {
  const metadata = { name: 'a', namespace: 'n', generation: 1 }
  const parsed = parsePlugin({ metadata, spec: { ...spec }, status: {} })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value.spec
}

const inputs: Inputs = { spec: specOf({ name: 'web' }), references: ['1'], digest: 'd' }
const facts: ClusterFacts = { version: 'v1.33.0', apis: 'x', lookups: { a: '1', b: '2' } }
const asked = (parts: Partial<Asked>): Asked => ({ ...nothingAsked, ...parts })

test.each<{
  name: string
  asked: Asked
  inputs?: Partial<Inputs>
  now?: Partial<ComparedFacts>
  is: Comparison
}>([
  { name: 'nothing is another', asked: facts, is: 'same' },
  { name: 'the chart is another', asked: nothingAsked, inputs: { digest: 'e' }, is: 'other' },
  { name: 'values are others', asked: nothingAsked, inputs: { references: ['2'] }, is: 'other' },
  {
    name: 'only how long is another',
    asked: nothingAsked,
    inputs: { spec: specOf({ name: 'web', timeout: '1m' }) },
    is: 'same',
  },
  { name: 'nobody asked the version', asked: nothingAsked, now: { version: 'v2' }, is: 'same' },
  {
    name: 'somebody asked the version',
    asked: asked({ version: facts.version }),
    now: { version: 'v2' },
    is: 'other',
  },
  {
    name: 'kinds came, and only the version was asked',
    asked: asked({ version: facts.version }),
    now: { apis: 'y' },
    is: 'same',
  },
  {
    name: 'kinds came, and were asked for',
    asked: asked({ apis: facts.apis }),
    now: { apis: 'y' },
    is: 'other',
  },
  {
    name: 'the version is another, which may not be followed yet',
    asked: facts,
    now: { version: 'v2', apis: 'y', unsettled: 'v2' },
    is: 'same',
  },
  {
    name: 'kinds came on the version that it was made on, which may not be followed yet',
    asked: facts,
    now: { apis: 'y', unsettled: 'v1.33.0+k3s' },
    is: 'other',
  },
  {
    name: 'the chart is another, and so is the version, which may not be followed yet',
    asked: facts,
    inputs: { digest: 'e' },
    now: { version: 'v2', unsettled: 'v2' },
    is: 'other',
  },
  {
    name: 'what was looked up is another',
    asked: asked({ lookups: facts.lookups }),
    now: { lookups: { a: '1', b: '3' } },
    is: 'other-lookups',
  },
  {
    name: 'the version is another, and so is what was looked up',
    asked: facts,
    now: { version: 'v2', lookups: {} },
    is: 'other',
  },
  {
    name: 'the same was looked up in another order',
    asked: asked({ lookups: facts.lookups }),
    now: { lookups: { b: '2', a: '1' } },
    is: 'same',
  },
])('$name', ({ asked: then, inputs: changed, now, is }) => {
  const key = inputsKey(inputs, then, { kubernetes: 'v1.33.0+k3s' })
  expect(compareInputs(key, { ...inputs, ...changed }, { ...facts, ...now })).toBe(is)
})
