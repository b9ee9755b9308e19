import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeFiles } from '../../src/expansion/package-for-test.ts'
import { SiteStage } from './site-stage.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let stage: SiteStage
// Everything but the hooks is left out.
const skipped = [
  'Create global cluster',
  'Create namespace for install TKE',
  'Start platform',
  'Patch platform versions in cluster info',
  'Import resource to TKE platform',
  'Import Expansion Charts',
]

beforeAll(async () => {
  stage = await SiteStage.open()
  const text = `cluster: {name: global, kubeconfig: given}\nskipSteps: [${skipped.join(', ')}]\n`
  await stage.write('site.yaml', text)
  await stage.write('given', 'apiVersion: v1\n')
  await stage.write(
    'hooks/pre-install',
    '#!/bin/sh\ntest -e "$OUTRIGGER_SITE_FOLDER/open"\n',
    0o755,
  )
  await writeFiles(stage.path('package'), {
    'expansion.yaml': 'expansion_name: yard\nexpansion_version: 1.0.0\nhooks: [post-install]\n',
    'hooks/post-install': '#!/bin/sh\necho "of the package" >"$OUTRIGGER_SITE_FOLDER/hooks.log"\n',
  })
})
afterAll(() => stage.close())

test('an expansion that was named once belongs to later runs, too', async () => {
  const path = stage.path('package')
  const first = await stage.run('install', stage.path(''), '--expansion', path)
  expect(first.stdout).toContain('stopped at Execute pre install hook')
  await stage.write('open', '')
  const second = await stage.run('resume', stage.path(''))
  expect(second.stderr).toContain('Init expansion')
  expect(second.stdout).toContain('the platform is installed')
  expect(await readFile(stage.path('hooks.log'), 'utf8')).toBe('of the package\n')
})
