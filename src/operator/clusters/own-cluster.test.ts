import { expect, test } from 'vitest'
import { parseCluster } from '../../kinds/cluster.ts'
import { ownCluster } from './own-cluster.ts'

const remote = { kubeconfig: { secretName: 'far' } }
const own = { inCluster: true }

test.each([
  { name: 'none says so', clusters: [['far', 1, remote]], found: undefined },
  {
    name: 'one says so',
    clusters: [
      ['far', 1, remote],
      ['here', 2, own],
    ],
    found: 'here',
  },
  {
    name: 'of two it is the older, wherever it stands',
    clusters: [
      ['a', 2, own],
      ['b', 1, own],
    ],
    found: 'b',
  },
  {
    name: 'of two of the same second it is the first by name',
    clusters: [
      ['b', 1, own],
      ['a', 1, own],
    ],
    found: 'a',
  },
] as const)("the operator's own cluster: $name", ({ clusters, found }) => {
  const read = clusters.map(([name, second, spec]) => {
    const creationTimestamp = `2026-05-01T12:00:0${second}Z`
    const parsed = parseCluster({ metadata: { name, creationTimestamp }, spec })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    return parsed.value
  })
  expect(ownCluster(read)?.metadata.name).toBe(found)
})
