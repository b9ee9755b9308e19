import { expect, test } from 'vitest'
import { canMove, chartRequestOf } from './source-request.ts'

const digest = `sha256:${'0'.repeat(64)}`

test.each([
  {
    name: 'a version in a registry',
    spec: { name: 'web', version: '1.2.3' },
    address: 'oci://r.example.com/charts',
    request: { address: 'oci://r.example.com/charts/web', version: '1.2.3' },
    moves: false,
  },
  {
    name: 'a range in a registry',
    spec: { name: 'web', version: '>=1.2' },
    address: 'oci://r.example.com/charts/',
    request: { address: 'oci://r.example.com/charts/web', version: '>=1.2' },
    moves: true,
  },
  {
    name: 'a digest in a registry',
    spec: { name: 'web', version: digest },
    address: 'oci://r.example.com/charts',
    request: { address: `oci://r.example.com/charts/web@${digest}` },
    moves: false,
  },
  {
    name: 'a digest of what is at the address itself',
    spec: { version: digest },
    address: 'oci://r.example.com/charts/web',
    request: { address: `oci://r.example.com/charts/web@${digest}` },
    moves: false,
  },
  {
    name: 'a chart of a Repository that has the name of its plugin',
    spec: { version: '1.2.3' },
    address: 'oci://r.example.com/charts',
    repositoryName: 'team_main',
    request: { address: 'oci://r.example.com/charts/own', version: '1.2.3' },
    moves: false,
  },
  {
    name: 'the same at the root of a registry with a port',
    spec: { version: '1.2.3' },
    address: 'oci://r.example.com:5000',
    repositoryName: 'team_main',
    request: { address: 'oci://r.example.com:5000/own', version: '1.2.3' },
    moves: false,
  },
  {
    name: 'a Repository that is one chart by its tag',
    spec: {},
    address: 'oci://r.example.com:5000/charts/web:1.2.3',
    repositoryName: 'team_main',
    request: { address: 'oci://r.example.com:5000/charts/web:1.2.3' },
    moves: true,
  },
  {
    name: 'manifests in a Repository, which are at its address',
    spec: { kind: 'manifests', version: '1.2.3' },
    address: 'oci://r.example.com/manifests',
    repositoryName: 'team_main',
    request: { address: 'oci://r.example.com/manifests', version: '1.2.3', holds: 'files' },
    moves: false,
  },
  {
    name: 'a digest where there are only versions',
    spec: { name: 'web', version: digest },
    address: 'https://c.example.com',
    request: { address: 'https://c.example.com', name: 'web', version: digest },
    moves: true,
  },
] as const)('$name', ({ spec, address, request, moves, ...more }) => {
  const credentials = { kind: 'bearer', token: 'secret' } as const
  const of = 'repositoryName' in more ? { repositoryName: more.repositoryName } : {}
  const source = { address, trust: 'trusted', credentials, ...of } as const
  const plugin = { spec: { kind: 'helm', ...spec }, metadata: { name: 'own' } } as const
  expect(chartRequestOf(plugin, source)).toEqual({ ...source, ...request })
  expect(canMove(plugin.spec, address)).toBe(moves)
})
