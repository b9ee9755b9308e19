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
    name: 'a digest where there are only versions',
    spec: { name: 'web', version: digest },
    address: 'https://c.example.com',
    request: { address: 'https://c.example.com', name: 'web', version: digest },
    moves: true,
  },
])('$name', ({ spec, address, request, moves }) => {
  const credentials = { kind: 'bearer', token: 'secret' } as const
  const source = { address, trust: 'trusted', credentials } as const
  const plugin = { spec: { kind: 'helm', ...spec }, metadata: { name: 'own' } } as const
  expect(chartRequestOf(plugin, source)).toEqual({ trust: 'trusted', credentials, ...request })
  expect(canMove(plugin.spec, address)).toBe(moves)
})
