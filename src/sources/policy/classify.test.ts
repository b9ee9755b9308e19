import { expect, test } from 'vitest'
import { parseAddress } from './address.ts'
import { classifyAddress } from './classify.ts'

test.each([
  { address: '8.8.8.8', kind: 'public' },
  { address: '172.15.255.255', kind: 'public' },
  { address: '172.32.0.0', kind: 'public' },
  { address: '100.63.255.255', kind: 'public' },
  { address: '100.128.0.0', kind: 'public' },
  { address: '0.0.0.0', kind: 'unspecified' },
  { address: '0.1.2.3', kind: 'reserved' },
  { address: '127.0.0.1', kind: 'loopback' },
  { address: '127.255.255.254', kind: 'loopback' },
  { address: '10.1.2.3', kind: 'private' },
  { address: '172.16.0.1', kind: 'private' },
  { address: '172.31.255.255', kind: 'private' },
  { address: '192.168.1.1', kind: 'private' },
  { address: '169.254.1.1', kind: 'link-local' },
  { address: '169.254.169.254', kind: 'metadata' },
  { address: '168.63.129.16', kind: 'metadata' },
  { address: '100.100.100.200', kind: 'metadata' },
  { address: '100.64.0.1', kind: 'shared' },
  { address: '192.0.2.1', kind: 'reserved' },
  { address: '198.19.0.1', kind: 'reserved' },
  { address: '224.0.0.1', kind: 'multicast' },
  { address: '239.255.255.255', kind: 'multicast' },
  { address: '240.0.0.1', kind: 'reserved' },
  { address: '255.255.255.255', kind: 'broadcast' },
  { address: '2606:4700::1111', kind: 'public' },
  { address: '::', kind: 'unspecified' },
  { address: '::1', kind: 'loopback' },
  { address: '0:0:0:0:0:0:0:1', kind: 'loopback' },
  { address: 'fd12::1', kind: 'private' },
  { address: 'fec0::1', kind: 'private' },
  { address: 'fd00:ec2::254', kind: 'metadata' },
  { address: 'fe80::1', kind: 'link-local' },
  { address: 'fe80::1%eth0', kind: 'link-local' },
  { address: 'ff02::1', kind: 'multicast' },
  { address: '2001:db8::1', kind: 'reserved' },
  { address: '2001::7f00:1', kind: 'reserved' },
  { address: '4000::1', kind: 'reserved' },
  // An address that carries an IPv4 address is of that one's kind.
  { address: '::ffff:127.0.0.1', kind: 'loopback' },
  { address: '::ffff:7f00:1', kind: 'loopback' },
  { address: '::FFFF:169.254.169.254', kind: 'metadata' },
  { address: '::ffff:8.8.8.8', kind: 'public' },
  { address: '::127.0.0.1', kind: 'loopback' },
  { address: '::ffff:0:10.0.0.1', kind: 'private' },
  { address: '64:ff9b::10.0.0.1', kind: 'private' },
  { address: '64:ff9b::a9fe:a9fe', kind: 'metadata' },
  { address: '64:ff9b::8.8.8.8', kind: 'public' },
  { address: '64:ff9b:1::8.8.8.8', kind: 'private' },
  { address: '2002:7f00:1::', kind: 'loopback' },
  { address: '2002:c0a8:101::1', kind: 'private' },
  { address: '2002:808:808::1', kind: 'public' },
] as const)('$address is $kind', ({ address, kind }) => {
  expect(classifyAddress(parseAddress(address) ?? [])).toBe(kind)
})

test.each(['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '1.2.3.4%eth0', '1.2.3', '::1::'])(
  '%j is no address',
  (text) => expect(parseAddress(text)).toBeUndefined(),
)
