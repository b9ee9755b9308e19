import { expect, test } from 'vitest'
import { sourceKey } from './source-key.ts'

const digest = `sha256:${'0'.repeat(64)}`

test.each([
  { repo: 'oci://r.example.com:5000/a/b', place: 'oci://r.example.com:5000/a/b' },
  { repo: 'oci://r.example.com:5000/a/b:v1.34', place: 'oci://r.example.com:5000/a/b' },
  { repo: `oci://r.example.com:5000/a/b@${digest}`, place: 'oci://r.example.com:5000/a/b' },
  { repo: `oci://r.example.com/a/b:v1@${digest}`, place: 'oci://r.example.com/a/b' },
  { repo: 'oci://r.example.com/a/', name: 'b', place: 'oci://r.example.com/a/b' },
  { repo: 'https://c.example.com:8443/x', name: 'web', place: 'https://c.example.com:8443/x/web' },
  { repo: 'https://c.example.com:8443', place: 'https://c.example.com:8443' },
])('$repo $name', ({ place, ...source }) => expect(sourceKey(source)).toBe(place))
