import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { servedSites } from '../../src/cli/site/served-sites.ts'
import { readLockHolder } from '../../src/site/journal/site-lock.ts'
import { fixedPorts } from '../cli/run-cli.ts'
import { SiteStage, siteProgram } from './site-stage.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let stage: SiteStage
const never = new AbortController().signal
const ports = fixedPorts()
const program = { ...ports, program: { ...ports.program, file: siteProgram } }
// Everything but the hooks is left out: what an installer does is judged elsewhere.
const skipped = [
  'Create global cluster',
  'Create namespace for install TKE',
  'Start platform',
  'Patch platform versions in cluster info',
  'Import resource to TKE platform',
]

beforeAll(async () => {
  stage = await SiteStage.open()
  const text = `cluster: {name: global, kubeconfig: given}\nskipSteps: [${skipped.join(', ')}]\n`
  await stage.write('yard/site.yaml', text)
  for (const name of ['yard', 'busy']) await stage.write(`${name}/given`, 'apiVersion: v1\n')
  await stage.write('yard/hooks/pre-install', '#!/bin/sh\ntest -e open\n', 0o755)
  await stage.write('broken/site.yaml', 'clusters: {}\n')
  await stage.write('no-site/README', 'nothing\n')
})
afterAll(() => stage.close())

function sites() {
  return servedSites(stage.path(''), program)
}

test('the sites of a folder are listed, also one whose file cannot be read', async () => {
  expect(await sites().list(never)).toMatchObject([
    {
      name: 'broken',
      progress: 'Unknown',
      cluster: '',
      message: expect.stringContaining('clusters'),
    },
    { name: 'yard', progress: 'Unknown', cluster: 'global', at: 'Execute pre install hook' },
  ])
  expect(await sites().read('no-site', never)).toBeUndefined()
  expect(await sites().progress('nowhere', never)).toBeUndefined()
})

test('the folder of a site is itself one', async () => {
  const found = await servedSites(stage.path('yard'), program).list(never)
  expect(found.map(({ name }) => name)).toEqual(['yard'])
})

test.each([
  { name: 'broken', verb: 'install' as const, message: 'clusters is not a key' },
  { name: 'yard', verb: 'retry' as const, message: 'nothing was begun in yard; install begins' },
])('$verb of $name is refused', async ({ name, verb, message }) => {
  await expect(sites().carryOn(name, { verb, dryRun: false }, never)).rejects.toThrow(message)
})

test('a trial says that it would begin, and begins nothing', async () => {
  await sites().carryOn('yard', { verb: 'install', dryRun: true }, never)
  expect((await sites().read('yard', never))?.progress).toBe('Unknown')
})

test('an installation is begun, fails, and goes on after its cause was mended', async () => {
  await sites()
    .carryOn('yard', { verb: 'install', dryRun: false }, never)
    .catch(() => undefined)
  const state = async () => (await sites().progress('yard', never))?.progress
  await expect.poll(state, { timeout: 120_000 }).toBe('Failed')
  const failed = await sites().progress('yard', never)
  expect(failed?.message).toContain('hook pre-install ended with 1')
  expect(failed?.log.join('\n')).toContain('stopped at Execute pre install hook')
  await stage.write('yard/open', '')
  await sites().carryOn('yard', { verb: 'retry', dryRun: false }, never)
  await expect.poll(state, { timeout: 120_000 }).toBe('Success')
  expect(await sites().read('yard', never)).toMatchObject({
    percent: 100,
    at: '',
    steps: expect.arrayContaining([
      expect.objectContaining({ step: 'Execute pre install hook', reason: 'Done' }),
    ]),
  })
})

test('while an installer is at work, another one is refused', async () => {
  await stage.write(
    'busy/site.yaml',
    `cluster: {name: global, kubeconfig: given}\nskipSteps: [${skipped.join(', ')}]\n`,
  )
  await stage.write('busy/hooks/pre-install', '#!/bin/sh\nsleep 300\n', 0o755)
  const begun = await sites().carryOn('busy', { verb: 'install', dryRun: false }, never)
  expect(begun?.progress).toBe('Doing')
  const again = sites().carryOn('busy', { verb: 'install', dryRun: false }, never)
  await expect(again).rejects.toThrow(/an installer \(process \d+\) is at work on busy/)
  process.kill((await readLockHolder(stage.path('busy/state'))) ?? 0, 'SIGKILL')
})
