import { expect, test } from 'vitest'
import { upgradeProblem } from './prepare-upgrade.ts'

const there = { installer: '1.2.0', kubernetes: '1.36.3' }

test.each([
  { name: 'an older installer', own: { installer: '1.1.9' }, problem: 'an older installer' },
  { name: 'the same of both', own: {}, problem: 'nothing to upgrade' },
  { name: 'an older Kubernetes', own: { kubernetes: '1.35.9' }, problem: 'never made older' },
  { name: 'a newer installer', own: { installer: '1.3.0' }, problem: undefined },
  { name: 'a newer Kubernetes', own: { kubernetes: '1.36.4' }, problem: undefined },
  {
    name: 'a newer Kubernetes by an older installer',
    own: { installer: '1.1.0', kubernetes: '1.37.0' },
    problem: 'an older installer',
  },
])('an upgrade with $name', ({ own, problem }) => {
  const found = upgradeProblem({ ...there, ...own }, there)
  expect(found?.includes(problem ?? '') ?? false).toBe(problem !== undefined)
})
