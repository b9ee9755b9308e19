import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { testChart } from '../../src/expansion/package-for-test.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'

vi.setConfig({ testTimeout: 240_000 })

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const { signal } = new AbortController()
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'custom-charts-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Starts a platform on the kept folder, works on it, and ends it. */
async function during(
  charts: string | undefined,
  work: (outrigger: (...words: readonly string[]) => Promise<string>) => Promise<void>,
): Promise<readonly string[]> {
  const ports = fixedPorts()
  const troubles: string[] = []
  const platform = await openPlatform(
    {
      folder: join(root, 'kept'),
      cluster: undefined,
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [],
      tenants: ['default'],
      ...(charts === undefined ? {} : { charts }),
    },
    { ...ports, program: { ...ports.program, file: main }, environment: process.env },
    { troubled: (error) => void troubles.push(String(error)) },
    signal,
  )
  try {
    await work(async (...words) => {
      const environment = { HOME: root, KUBECONFIG: platform.kubeconfig }
      const ran = await runCli(words, { environment })
      expect(ran, `${words.join(' ')}: ${ran.stderr}`).toMatchObject({ exitCode: 0 })
      return ran.stdout
    })
  } finally {
    await platform.close()
  }
  return troubles
}

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = join(root, 'charts')
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

interface Row {
  readonly name: string
  readonly versions: readonly { readonly version: string; readonly origin: string }[]
}

async function listed(outrigger: (...words: readonly string[]) => Promise<string>) {
  await outrigger('repository', 'wait', 'custom', '--namespace', 'outrigger-system')
  const rows = JSON.parse(
    await outrigger('chart', 'list', 'custom', '--platform', '--versions', '-o', 'json'),
  ) as Row[]
  return rows
    .flatMap(({ name, versions }) =>
      versions.map(({ version, origin }) => `${origin} ${name} ${version}`),
    )
    .toSorted()
}

test('charts in a folder are in the catalogue as custom, can be installed, and are there after a restart', async () => {
  const charts = await write({
    'web-1.0.0.tgz': testChart('web', '1.0.0'),
    'mine/Chart.yaml': 'apiVersion: v2\nname: mine\nversion: 0.1.0\n',
    'mine/templates/map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n',
    'notes/todo.txt': 'x',
    'README.md': 'x',
  })
  const troubles = await during(charts, async (outrigger) => {
    expect(await listed(outrigger)).toEqual(['custom mine 0.1.0', 'custom web 1.0.0'])
    await outrigger('plugin', 'create', 'mine', '--repo', 'custom', '--chart', 'mine', '--wait')
  })
  expect(troubles).toEqual([`Error: ${join(charts, 'notes')} is no chart and is left out`])
  // The registry listens on another port by now.
  await during(undefined, async (outrigger) => {
    expect(await listed(outrigger)).toEqual(['custom mine 0.1.0', 'custom web 1.0.0'])
    await outrigger(
      'plugin',
      'create',
      'web',
      '--repo',
      'custom',
      '--chart',
      'web',
      '--set',
      'global.zone=a',
      '--wait',
    )
  })
  await write({ 'web-1.1.0.tgz': testChart('web', '1.1.0') })
  await during(charts, async (outrigger) => {
    expect(await listed(outrigger)).toEqual([
      'custom mine 0.1.0',
      'custom web 1.0.0',
      'custom web 1.1.0',
    ])
  })
})

test.each([
  {
    name: 'a package that is none',
    files: { 'bad.tgz': 'no archive', 'good-1.0.0.tgz': testChart('good', '1.0.0') },
    says: 'bad.tgz: ',
  },
  {
    name: 'a chart without its dependencies',
    files: {
      'part/Chart.yaml':
        'apiVersion: v2\nname: part\nversion: 0.1.0\ndependencies: [{name: x, version: 1.0.0, repository: "https://charts.example"}]\n',
    },
    says: 'missing in charts/ directory: x',
  },
  {
    name: 'a chart twice',
    files: { 'a.tgz': testChart('web', '1.0.0'), 'b.tgz': testChart('web', '1.0.0') },
    says: 'b.tgz: is chart web 1.0.0, as ',
  },
])('$name is named before anything is started', async ({ files, says }) => {
  const charts = await write(files)
  const starting = during(charts, async () => {})
  await expect(starting).rejects.toThrow(says)
  await expect(starting).rejects.toThrow('nothing was pushed')
  await expect(readFile(join(root, 'kept'))).rejects.toThrow('ENOENT')
})

test('a folder that is not there is named', async () => {
  const nowhere = join(root, 'nowhere')
  await expect(during(nowhere, async () => {})).rejects.toThrow(
    `--charts: wanted a folder with charts, found none at ${nowhere}`,
  )
})

test('init pushes charts to a registry and offers them, and a second time pushes nothing', async () => {
  const charts = await write({ 'web-1.0.0.tgz': testChart('web', '1.0.0') })
  const registry = await startTemporaryRegistry({ writeToken: 'hush' })
  const api = join(root, 'api')
  const cluster = await serveSandbox({
    folder: api,
    port: 0,
    userAgent: 'test',
    onFailure: () => {},
  })
  const environment = { HOME: root, KUBECONFIG: cluster.kubeconfig }
  const init = (...words: readonly string[]) =>
    runCli(['init', '--charts', charts, '--charts-to', `oci://${registry.host}/site`, ...words], {
      file: main,
      environment,
    })
  const login = ['--username', 'outrigger', '--password', 'hush']
  try {
    const printed = await init('--dry-run')
    expect(printed.stdout).toContain(`url: oci://${registry.host}/site/custom`)
    const refused = await init('--username', 'outrigger', '--password', 'wrong')
    expect(refused.exitCode).toBe(1)
    expect(refused.stdout).not.toContain('created')
    expect((await init(...login)).stdout).toContain('1 of 1 charts pushed')
    expect((await init(...login)).stdout).toContain('0 of 1 charts pushed')
    const get = ['repository', 'get', 'custom', '--namespace', 'outrigger-system', '-o', 'json']
    const found = JSON.parse((await runCli(get, { environment })).stdout) as { spec: object }
    expect(found.spec).toMatchObject({
      url: `oci://${registry.host}/site/custom`,
      charts: ['web'],
      origin: 'custom',
    })
  } finally {
    await cluster.stop()
    await registry.stop()
  }
})

test.each([
  { words: ['--charts', '/x'], says: 'give --charts and --charts-to together' },
  { words: ['--charts-to', 'oci://x/y'], says: 'give --charts and --charts-to together' },
  {
    words: ['--charts', '/x', '--charts-to', 'ftp://x'],
    says: '--charts-to wants oci:// or https',
  },
])('init refuses $words', async ({ words, says }) => {
  const { exitCode, stderr } = await runCli(['init', ...words])
  expect(exitCode).toBe(2)
  expect(stderr).toContain(says)
})
