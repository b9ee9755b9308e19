import { expect, test } from 'vitest'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { scriptedServer } from '../scripted-server-for-test.ts'
import { fetchServerVersion } from './server-version.ts'

const never = new AbortController().signal
const emulation = (minor: string) => ({ emulationMajor: '1', emulationMinor: minor })

// As a 1.31, a true 1.34.4, a 1.36.3 and a 1.36.3 with --emulated-version=1.34 say it.
test.each([
  { name: 'a server from before emulation', says: {}, git: 'v1.31.2', emulates: undefined },
  {
    name: 'a server that is what it is',
    says: emulation('34'),
    git: 'v1.34.4',
    emulates: undefined,
  },
  { name: 'one of a provider', says: emulation('34'), git: 'v1.34.4-gke.100', emulates: undefined },
  { name: 'one that emulates another', says: emulation('34'), git: 'v1.36.3', emulates: '1.34' },
])('$name', async ({ says, git, emulates }) => {
  const json = { major: '1', minor: '', gitVersion: git, ...says }
  const { client } = scriptedServer(new VirtualClock(), () => ({ json }))
  const found = await fetchServerVersion(client, never)
  expect(found).toEqual({
    gitVersion: git,
    major: '1',
    minor: '',
    ...(emulates === undefined ? {} : { emulates }),
  })
})
