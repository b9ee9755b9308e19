import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestFiles, testChart } from '../../src/expansion/package-for-test.ts'
import { endOf, startSite } from './site-stage.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

// All that needs a cluster is left out.
const skipped = [
  'Create global cluster',
  'Create namespace for install TKE',
  'Start platform',
  'Patch platform versions in cluster info',
  'Import resource to TKE platform',
]
const site: TestFiles = {
  'site.yaml': `cluster: {name: global, kubeconfig: given}\nskipSteps: [${skipped.join(', ')}]\n`,
  given: 'apiVersion: v1\n',
  'hooks/pre-install': '#!/bin/sh\necho "$@" >>"$OUTRIGGER_SITE_FOLDER/hooks.log"\n',
}
/** All of a package but the file that makes a folder one. */
const lists: TestFiles = {
  'layout.yaml': 'hooks: [post-install]\ninstaller_skip_steps: [Execute pre install hook]\n',
  'values.yaml': 'global: {zone: north}\n',
  'charts/public/web-0.1.0.tgz': testChart('web', '0.1.0'),
  'hooks/post-install': '#!/bin/sh\nexit 1\n',
  'files/etc/a.conf': 'a\n',
}

interface Played {
  readonly plan: string
  readonly planAsJson: string
  readonly installed: string
  readonly files: Readonly<Record<string, string>>
}

let folder: string
let without: Played

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-without-'))
  without = await play('none', {})
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Plans and installs a site, and reads all that was written about it. */
async function play(name: string, more: TestFiles): Promise<Played> {
  const root = join(folder, name, 'site')
  for (const [path, content] of Object.entries({ ...site, ...more })) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content, { mode: path.includes('hooks/') ? 0o755 : 0o644 })
  }
  const run = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await endOf(
      startSite(root, [...words.slice(0, 1), root, ...words.slice(1)]),
    )
    return plain(root, `${code} ${stdout}${stderr}`)
  }
  const plan = await run('plan')
  const planAsJson = await run('plan', '-o', 'json')
  const installed = await run('install')
  return { plan, planAsJson, installed, files: await filesOf(root, Object.keys(more)) }
}

async function filesOf(root: string, own: readonly string[]): Promise<Played['files']> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    // The lock names the process.
    .filter((path) => path !== 'state/lock' && !own.includes(path))
    .toSorted()
  const texts = paths.map(async (path) => {
    return [path, plain(root, await readFile(join(root, path), 'utf8'))] as const
  })
  return Object.fromEntries(await Promise.all(texts))
}

// The folder and the moments are those of the run.
function plain(root: string, text: string): string {
  return text
    .replaceAll(root, 'SITE')
    .replaceAll(/"(since|seconds)": ?[\d.]+/g, '"$1": 0')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, 'SPAN')
}

test('a site without a package is planned and installed, and something is written', () => {
  expect(without.installed).toMatch(/^0 [^]*the platform is installed/)
  expect(without.planAsJson).toMatch(/"step":"Init expansion","status":"True","reason":"Skipped"/)
  expect(Object.keys(without.files)).toContain('hooks.log')
  expect(Object.keys(without.files).filter((path) => path.startsWith('state/'))).not.toEqual([])
})

test.each([
  { name: 'a package without expansion.yaml beside the file', below: 'expansion' },
  { name: 'a package without expansion.yaml where the file says', below: 'data/expansions' },
])('$name changes no byte of the plan, the output and the files', async ({ below }) => {
  const files = Object.entries(lists).map(([path, content]) => [`${below}/${path}`, content])
  const played = await play(below.replace('/', '-'), Object.fromEntries(files))
  expect(played).toEqual(without)
})
