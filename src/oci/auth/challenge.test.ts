import { expect, test } from 'vitest'
import { parseChallenge } from './challenge.ts'

const bearer = {
  scheme: 'bearer',
  realm: 'https://auth.example/token',
  service: undefined,
  scopes: [],
}

test.each([
  { header: 'Basic realm="registry"', challenge: { scheme: 'basic' } },
  { header: 'BASIC', challenge: { scheme: 'basic' } },
  { header: 'Bearer realm="https://auth.example/token"', challenge: bearer },
  { header: 'bearer realm=https://auth.example/token', challenge: bearer },
  {
    header:
      'Bearer realm="https://auth.example/token",service="registry.example",scope="repository:a/b:pull,push repository:c:pull"',
    challenge: {
      ...bearer,
      service: 'registry.example',
      scopes: ['repository:a/b:pull,push', 'repository:c:pull'],
    },
  },
  {
    header: 'Bearer realm="https://auth.example/token" , service="a \\"quoted\\" one"',
    challenge: { ...bearer, service: 'a "quoted" one' },
  },
  { header: 'Basic realm="x", Bearer realm="https://auth.example/token"', challenge: bearer },
  { header: 'Bearer realm="https://auth.example/token", Basic realm="x"', challenge: bearer },
  { header: 'Negotiate, Basic realm="x"', challenge: { scheme: 'basic' } },
  { header: 'Bearer service="x"', challenge: undefined },
  { header: 'Digest realm="x"', challenge: undefined },
  { header: '', challenge: undefined },
  { header: '"""', challenge: undefined },
])('$header', ({ header, challenge }) => {
  expect(parseChallenge(header)).toEqual(challenge)
})
