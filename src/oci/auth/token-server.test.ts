import { expect, test } from 'vitest'
import { isOwnTokenServer } from './token-server.ts'

test.each([
  { registry: 'https://ghcr.io', realm: 'https://ghcr.io/token', isOwn: true },
  { registry: 'https://registry-1.docker.io', realm: 'https://auth.docker.io/token', isOwn: true },
  { registry: 'https://registry.gitlab.com', realm: 'https://gitlab.com/jwt/auth', isOwn: true },
  {
    registry: 'https://registry.connect.redhat.com',
    realm: 'https://sso.redhat.com/auth',
    isOwn: true,
  },
  {
    registry: 'https://registry.digitalocean.com',
    realm: 'https://api.digitalocean.com/v2',
    isOwn: true,
  },
  {
    registry: 'https://registry.shop.example.co.uk',
    realm: 'https://auth.shop.example.co.uk',
    isOwn: true,
  },
  { registry: 'https://registry.example.co.uk', realm: 'https://login.example.co.uk', isOwn: true },
  { registry: 'https://example.co.uk', realm: 'https://evil.co.uk', isOwn: false },
  { registry: 'https://example.com', realm: 'https://evil.com', isOwn: false },
  { registry: 'https://example.com', realm: 'https://com/', isOwn: false },
  { registry: 'https://example.com', realm: 'https://auth.example.com', isOwn: true },
  { registry: 'https://registry.example.com', realm: 'https://auth.evil.com', isOwn: false },
  { registry: 'https://registry.example.com', realm: 'https://example.com.evil.com', isOwn: false },
  { registry: 'https://registry.example.com', realm: 'https://evilexample.com', isOwn: false },
  { registry: 'https://REGISTRY.example.com.', realm: 'https://registry.EXAMPLE.com', isOwn: true },
  {
    registry: 'https://mine.azurecr.io',
    realm: 'https://mine.azurecr.io/oauth2/token',
    isOwn: true,
  },
  {
    registry: 'https://mine.azurecr.io',
    realm: 'https://evil.azurecr.io/oauth2/token',
    isOwn: false,
  },
  {
    registry: 'https://1.dkr.ecr.eu-west-1.amazonaws.com',
    realm: 'https://2.dkr.ecr.eu-west-1.amazonaws.com',
    isOwn: false,
  },
  { registry: 'https://me.github.io', realm: 'https://evil.github.io', isOwn: false },
  { registry: 'https://lscr.io', realm: 'https://ghcr.io/token', isOwn: true },
  { registry: 'https://ghcr.io', realm: 'https://lscr.io/token', isOwn: false },
  {
    registry: 'https://registry.example.com:5000',
    realm: 'https://registry.example.com/token',
    isOwn: true,
  },
  { registry: 'http://127.0.0.1:5000', realm: 'http://127.0.0.1:5001/token', isOwn: true },
  { registry: 'http://10.0.0.1:5000', realm: 'http://10.0.0.2:5000/token', isOwn: false },
  { registry: 'http://127.0.0.1:5000', realm: 'http://localhost:5001/token', isOwn: false },
  { registry: 'https://[2001:db8::1]', realm: 'https://[2001:db8::1]:8443', isOwn: true },
  { registry: 'https://[2001:db8::1]', realm: 'https://[2001:db8::2]', isOwn: false },
  { registry: 'http://localhost:5000', realm: 'http://evil.localhost/token', isOwn: false },
  { registry: 'http://registry', realm: 'http://auth', isOwn: false },
  {
    registry: 'http://registry.a.svc.cluster.local',
    realm: 'http://evil.b.svc.cluster.local',
    isOwn: false,
  },
])('$registry and $realm: $isOwn', ({ registry, realm, isOwn }) => {
  expect(isOwnTokenServer(new URL(registry), new URL(realm))).toBe(isOwn)
})
