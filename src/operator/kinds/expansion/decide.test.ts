import { expect, test } from 'vitest'
import { parseCluster } from '../../../kinds/cluster.ts'
import { type Expansion, parseExpansion } from '../../../kinds/expansion.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import { type Decision, type Observation, decide } from './decide.ts'

function expansion(name: string, spec: JsonRecord = {}, more: JsonRecord = {}): Expansion {
  const { status = {}, ...metadata } = more
  const parsed = parseExpansion({
    metadata: { name, creationTimestamp: '2026-01-01T00:00:00Z', ...metadata },
    spec: { package: `oci://registry.example/${name}:1`, ...spec },
    status,
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

function cluster(name: string, spec: JsonRecord) {
  const parsed = parseCluster({ metadata: { name }, spec })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

const complete = { state: 'complete', inputs: '' } as const

function seen(one: Expansion, more: Partial<Observation> = {}): Observation {
  return { expansion: one, all: [one], clusters: [], access: complete, isHere: true, ...more }
}

const one = expansion('one')
const carryOut = decide(seen(one)) as Extract<Decision, { readonly do: 'carry-out' }>

test.each([
  { name: 'a new one is carried out', seen: seen(one), decision: 'carry-out' },
  {
    name: 'one that was carried out rests',
    seen: seen(expansion('one', {}, { status: { inputs: carryOut.inputs } })),
    decision: 'rest',
  },
  {
    name: 'one that another machine carried out is carried out here, for clusters of machines need its files',
    seen: seen(expansion('one', {}, { status: { inputs: carryOut.inputs } }), { isHere: false }),
    decision: 'carry-out',
  },
  {
    name: 'passThrough is ignored',
    seen: seen(expansion('one', { passThrough: true }, { status: { inputs: carryOut.inputs } })),
    decision: 'rest',
  },
  {
    name: 'another package is carried out',
    seen: seen(
      expansion('one', { package: 'oci://a/b:2' }, { status: { inputs: carryOut.inputs } }),
    ),
    decision: 'carry-out',
  },
  {
    name: 'a request to retry is answered',
    seen: seen(
      expansion(
        'one',
        {},
        { status: { inputs: carryOut.inputs }, annotations: { 'outrigger.dev/retry': 'now' } },
      ),
    ),
    decision: 'carry-out',
  },
  {
    name: 'a cluster that joins is a reason',
    seen: seen(expansion('one', {}, { status: { inputs: carryOut.inputs } }), {
      clusters: [cluster('edge', { kubeconfig: { secretName: 'edge' } })],
    }),
    decision: 'carry-out',
  },
  {
    name: "the platform's own cluster is none that joins",
    seen: seen(expansion('one', {}, { status: { inputs: carryOut.inputs } }), {
      clusters: [cluster('here', { inCluster: true })],
    }),
    decision: 'rest',
  },
  {
    name: 'a suspended one is left',
    seen: seen(expansion('one', { suspend: true })),
    decision: 'suspend',
  },
  {
    name: 'one that goes is left',
    seen: seen(expansion('one', {}, { deletionTimestamp: '2026-01-02T00:00:00Z' })),
    decision: 'forget',
  },
  {
    name: 'a second one is refused',
    seen: seen(expansion('two'), { all: [expansion('two'), one] }),
    decision: 'refuse',
  },
  {
    name: 'the first one is not, whatever the other is called',
    seen: seen(one, {
      all: [one, expansion('a', {}, { creationTimestamp: '2026-02-01T00:00:00Z' })],
    }),
    decision: 'carry-out',
  },
  {
    name: 'a login that is missing is asked for',
    seen: seen(one, { access: { state: 'incomplete', message: 'no Secret', inputs: '' } }),
    decision: 'ask-for-access',
  },
])('$name', ({ seen: observation, decision }) => {
  expect(decide(observation).do).toBe(decision)
})
