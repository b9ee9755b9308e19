import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { type KubeObject, nameOf } from '../../objects/kube-object.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { platformValues } from './platform-objects.ts'

const file = fileURLToPath(new URL('../main.ts', import.meta.url))
const chart = fileURLToPath(new URL('../../../charts/outrigger', import.meta.url))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-chart-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const team = { name: 'team', spec: { url: 'https://charts.example.com', origin: 'platform' } }
const digest = `sha256:${'0'.repeat(64)}`
const rows = [
  { words: [], input: { tenants: ['default'], repositories: [] } },
  {
    words: ['--tenant', 'a', '--tenant', 'b', '--repository', 'team=https://charts.example.com'],
    input: { tenants: ['a', 'b'], repositories: [team] },
  },
  {
    words: ['--plugin-account', 'deployer'],
    input: { tenants: ['default'], repositories: [], pluginAccounts: ['outrigger', 'deployer'] },
  },
  ...['registry.example.com:5000/o:1.2', 'o', `registry.example.com/o@${digest}`].map((image) => ({
    words: ['--image', image, '--replicas', '3'],
    input: { tenants: ['default'], repositories: [], operator: { image, replicas: 3 } },
  })),
]

test.each(rows)('init $words applies the objects of the chart', async ({ words, input }) => {
  const values = join(folder, 'values.json')
  const wanted = platformValues({ tenantRights: 'namespace', ...input })
  await writeFile(values, JSON.stringify(wanted))
  const rendered = ['template', 'outrigger', chart, '--include-crds', '-f', values]
  const { stdout } = await runCli([...rendered, '-n', 'outrigger-system'])
  const printed = await runCli(['init', '--dry-run', ...words], { file })
  expect(printed.exitCode).toBe(0)
  const objects = readManifest(printed.stdout)
  expect(objects.length).toBeGreaterThan(10)
  // Helm prints definitions by file name.
  expect(inOrder(objects)).toEqual(inOrder(readManifest(stdout)))
})

function inOrder(objects: readonly KubeObject[]): readonly KubeObject[] {
  const definitions = objects.filter(({ kind }) => kind === 'CustomResourceDefinition')
  const others = objects.filter(({ kind }) => kind !== 'CustomResourceDefinition')
  return [...definitions.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))), ...others]
}

test.each([
  { image: 'registry.example.com:5000/o:1.2', pulled: 'registry.example.com:5000/o:1.2' },
  { image: 'o', pulled: 'o:latest' },
  { image: `o:1@${digest}`, pulled: `o@${digest}` },
])('--image $image runs $pulled', async ({ image, pulled }) => {
  const { stdout } = await runCli(['init', '--dry-run', '--image', image], { file })
  const deployment = readManifest(stdout).find(({ kind }) => kind === 'Deployment')
  expect(JSON.stringify(deployment)).toContain(`"image":${JSON.stringify(pulled)}`)
})

test('a program without its chart says where it looked', async () => {
  const { exitCode, stderr } = await runCli(['init', '--dry-run'], { file: '' })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('the chart of the platform is missing')
})
