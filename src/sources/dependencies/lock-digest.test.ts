import { expect, test } from 'vitest'
import type { Dependency } from '../../chart/load/metadata.ts'
import { lockDigest, lockDigestOfHelm2 } from './lock-digest.ts'

const plain: Dependency = {
  name: 'web',
  version: '^0.1.0',
  repository: 'file://../src/web',
  condition: '',
  tags: [],
  enabled: false,
  importValues: [],
  alias: '',
}
const full: Dependency = {
  ...plain,
  condition: 'web.enabled',
  tags: ['front', 'y<z'],
  enabled: true,
  importValues: [
    'data',
    new Map([
      ['parent', 'b'],
      ['child', 'a'],
    ]),
    3,
    1.5,
  ],
  alias: 'site',
}
const locked = { ...plain, version: '0.1.3' }

// From Chart.lock files that helm 4.2.3 wrote for the same dependencies.
test.each([
  {
    name: 'a plain dependency',
    required: [plain],
    digest: 'sha256:c01b76a4314068ff0d2123cfb2fb04b48b8357551e27f9fee900845b102f6113',
  },
  {
    name: 'every field',
    required: [full],
    digest: 'sha256:63377def15d79d3522998160c918c5fb2cb071b1fa6b3705f63f3e528e55a123',
  },
])('$name has the digest that helm wrote', ({ required, digest }) => {
  expect(lockDigest(required, [locked])).toBe(digest)
})

test("Helm 2's digest has only what is asked for in it", () => {
  expect(lockDigestOfHelm2([plain])).toBe(lockDigestOfHelm2([{ ...plain }]))
  expect(lockDigestOfHelm2([plain])).not.toBe(lockDigestOfHelm2([locked]))
})
