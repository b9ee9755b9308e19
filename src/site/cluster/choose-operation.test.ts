import { expect, test } from 'vitest'
import { siteOfText } from '../../expansion/merge/read-site.ts'
import type { KnownCluster } from '../journal/journal.ts'
import { leavingProblem, chooseOperation, knownAfter, knownBefore } from './choose-operation.ts'
import { clusterPlan } from './cluster-plan.ts'

function planOf(ips: readonly string[], version = '1.36.3') {
  const machines = ips.map((ip) => `{ip: ${ip}}`).join(', ')
  const text = `cluster: {version: ${version}, machines: [${machines}]}`
  return clusterPlan(siteOfText(text, 'site.yaml').site).plan
}

function knownOf(ips: readonly string[], version?: string): KnownCluster {
  return { machines: planOf(ips).machines, ...(version === undefined ? {} : { version }) }
}

const [a, b, c] = ['198.18.0.11', '198.18.0.12', '198.18.0.13'] as const

test.each([
  {
    name: 'makes a cluster that is not there',
    plan: planOf([a]),
    known: knownOf([]),
    is: 'create',
  },
  {
    name: 'goes on with one that is half made, in the version of now',
    plan: planOf([a, b], '1.36.4'),
    known: knownOf([a, b]),
    is: 'create',
  },
  {
    name: 'lets machines join',
    plan: planOf([a, b]),
    known: knownOf([a], '1.36.3'),
    is: 'create',
  },
  {
    name: 'lets machines leave before others join',
    plan: planOf([a, c]),
    known: knownOf([a, b], '1.36.3'),
    is: 'scaleDown',
    leaving: [b],
  },
  {
    name: 'takes a machine back that left while the cluster was being made',
    plan: planOf([a]),
    known: knownOf([a, b]),
    is: 'scaleDown',
    leaving: [b],
  },
  {
    name: 'upgrades those that are there before others join',
    plan: planOf([a, b], '1.36.4'),
    known: knownOf([a], '1.36.3'),
    is: 'upgrade',
    on: [a],
  },
])('$name', ({ plan, known, is, leaving = [], on = plan.machines.map(({ ip }) => ip) }) => {
  const operation = chooseOperation(plan, known)
  expect(operation.is).toBe(is)
  expect(operation.leaving.map(({ ip }) => ip)).toEqual(leaving)
  expect(operation.plan.machines.map(({ ip }) => ip)).toEqual(on)
})

test('machines are noted before anything is done to them, and forgotten when they left', () => {
  const first = chooseOperation(planOf([a, b]), knownOf([]))
  const noted = knownBefore(first, knownOf([]))
  expect(noted.machines.map(({ ip }) => ip)).toEqual([a, b])
  expect(noted.version).toBeUndefined()
  const made = knownAfter(first, noted)
  expect(made.version).toBe('1.36.3')
  const less = chooseOperation(planOf([a]), made)
  expect(knownAfter(less, made)).toEqual(knownOf([a], '1.36.3'))
})

test.each([
  { name: 'its address is that of the API', server: 'https://10.0.0.1:6443', is: 'refused' },
  { name: 'it is, in quotes', server: '"https://10.0.0.1:6443"', is: 'refused' },
  { name: 'the API has another address', server: 'https://10.0.0.9:6443', is: 'fine' },
  { name: 'the API has a name', server: 'https://api.example.com:6443', is: 'fine' },
  { name: 'nothing is known of the API', server: undefined, is: 'fine' },
])('a machine that leaves is $is when $name', ({ server, is }) => {
  const text = server === undefined ? undefined : `clusters:\n- cluster:\n    server: ${server}\n`
  const problem = leavingProblem([{ ip: '10.0.0.2' }, { ip: '10.0.0.1' }], text)
  expect(problem === undefined ? 'fine' : 'refused').toBe(is)
})
