import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBytes } from '../../../src/formats/go-string.ts'
import { readTar } from '../../../src/formats/tar.ts'
import { runCli } from '../../cli/run-cli.ts'
import { findOracle } from '../../oracles/find.ts'

// Our archives beside those of the real helm: the same entries in the same order, and each reads the other's.

const helm = findOracle('helm4')
const run = promisify(execFile)
const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TZ: 'UTC' }
const charts = fileURLToPath(new URL('../../charts/charts/', import.meta.url))
const names = readdirSync(charts).filter((name) => existsSync(join(charts, name, 'Chart.yaml')))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outrigger-package-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an archive has the entries of the archive of helm', () => {
  test.each(names)('%s', async (name) => {
    const theirs = await packageWithHelm(join(charts, name), join(folder, name, 'helm'))
    const ours = await packageOurs(join(charts, name), join(folder, name, 'ours'))
    expect(await outcomeOf(ours)).toEqual(await outcomeOf(theirs))
  })
})

const base = { 'Chart.yaml': 'apiVersion: v2\nname: made\nversion: 1.0.0\n# gone\nx: 1\n' }
const lock = 'digest: sha256:aa\ndependencies:\n- name: x\n  repository: ""\n  version: 1.0.0\n'
const deep = `files/${'folder/'.repeat(18)}file.txt`

const made: readonly {
  readonly name: string
  readonly files: Record<string, string>
  readonly flags?: readonly string[]
}[] = [
  {
    name: 'a lock file',
    files: { ...base, 'Chart.lock': `generated: "2024-05-06T07:08:09.120+02:00"\n${lock}` },
  },
  {
    name: 'a lock file with a bare time',
    files: { ...base, 'Chart.lock': `generated: 2024-05-06T07:08:09.000Z\n${lock}` },
  },
  { name: 'a lock file of almost nothing', files: { ...base, 'Chart.lock': 'digest: a\n' } },
  { name: 'an empty lock file', files: { ...base, 'Chart.lock': '' } },
  { name: 'a lock file that is no YAML', files: { ...base, 'Chart.lock': '[' } },
  {
    name: 'a lock file without a time in its time',
    files: { ...base, 'Chart.lock': 'generated: yesterday\n' },
  },
  { name: 'an old lock file in a new chart', files: { ...base, 'requirements.lock': lock } },
  {
    name: 'long paths',
    files: {
      ...base,
      [deep]: 'x',
      [`files/${'n'.repeat(120)}`]: 'y',
      [`${deep}${'n'.repeat(120)}`]: 'z',
    },
  },
  {
    name: 'paths beyond ASCII',
    files: { ...base, 'files/größe.txt': 'x', 'templates/ü.yaml': '{}' },
  },
  {
    name: 'a byte order mark',
    files: { ...base, 'values.yaml': '\uFEFFa: 1\n', 'a.txt': '\uFEFFx' },
  },
  {
    name: 'empty files',
    files: { ...base, 'values.yaml': '', 'a.txt': '', 'values.schema.json': '{}' },
  },
  { name: 'a schema that is no JSON', files: { ...base, 'values.schema.json': '{' } },
  {
    name: 'other versions',
    files: base,
    flags: ['--version', '2.0.0-rc.1+b.2', '--app-version', '7'],
  },
  { name: 'a version that is none', files: base, flags: ['--version', 'latest'] },
  { name: 'a version with a v', files: base, flags: ['--version', 'v3'] },
  {
    name: 'all of Chart.yaml',
    files: {
      'Chart.yaml': [
        'apiVersion: v2',
        'name: made',
        'version: 1.0.0',
        'kubeVersion: ">=1.20"',
        'description: "a: b"',
        'type: application',
        'keywords: [b, a]',
        'home: https://example.com',
        'sources: [https://example.com/s]',
        'maintainers: [{name: x, email: a@example.com}, {name: y, url: example.com}]',
        'icon: https://example.com/i',
        'appVersion: 1.50',
        'deprecated: true',
        'annotations: {z: "1", a: "true", n: }',
        'condition: a.b',
        'tags: t',
        'dependencies: [{name: x, version: ~1, repository: "", condition: x.y, tags: [a], enabled: true, alias: z, import-values: [a, {child: b, parent: c}]}]',
        '',
      ].join('\n'),
      'charts/x/Chart.yaml':
        'apiVersion: v1\nname: x\nversion: 1.2.3\ndependencies: [{name: q, version: 1.0.0}]\n',
      'charts/x/values.yaml': '# kept\na: 1\n',
    },
  },
  {
    name: 'a dependency that is missing',
    files: { 'Chart.yaml': `${base['Chart.yaml']}dependencies: [{name: x, version: 1.0.0}]\n` },
  },
]

describe('an archive of a chart made for it has the entries of the archive of helm', () => {
  test.each(made)('$name', async ({ name, files, flags = [] }) => {
    const chart = join(folder, 'made', name, 'chart')
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(chart, path)), { recursive: true })
      writeFileSync(join(chart, path), text)
    }
    const theirs = await packageWithHelm(chart, join(chart, '../helm'), flags)
    const ours = await packageOurs(chart, join(chart, '../ours'), flags)
    expect(await outcomeOf(ours)).toEqual(await outcomeOf(theirs))
    expect(existsSync(join(chart, '../ours'))).toBe('path' in theirs)
  })
})

describe('an archive of ours is rendered by helm like the folder', () => {
  test.each(['web', 'archived', 'alias', 'legacy-v1', 'import-values', 'crds-folder'])(
    '%s',
    async (name) => {
      const chart = existsSync(join(charts, name)) ? join(charts, name) : await createChart(name)
      const ours = await packageOurs(chart, join(folder, name, 'again'))
      if ('error' in ours) throw new Error(ours.error)
      expect(await templateWithHelm(ours.path)).toBe(await templateWithHelm(chart))
    },
  )
})

test('a new chart pleases helm and renders the same in both', async () => {
  const chart = await createChart('fresh')
  const { stdout } = await run(helm, ['lint', '--strict', chart], { env })
  expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed')
  const flags = ['ingress', 'httpRoute', 'autoscaling'].map((part) => `${part}.enabled=true`)
  for (const set of ['replicas=2', flags.join(','), 'serviceAccount.create=false,labels.a=b']) {
    const words = ['template', 'demo', chart, '--set', set]
    const theirs = await run(helm, words, { env })
    expect((await runCli(words)).stdout).toBe(theirs.stdout)
  }
})

type Packaged = { readonly path: string } | { readonly error: string }

async function packageWithHelm(
  chart: string,
  destination: string,
  flags: readonly string[] = [],
): Promise<Packaged> {
  try {
    const { stdout } = await run(helm, ['package', chart, '-d', destination, ...flags], { env })
    return { path: pathIn(stdout) }
  } catch (error) {
    return { error: (error as { stderr: string }).stderr }
  }
}

async function packageOurs(
  chart: string,
  destination: string,
  flags: readonly string[] = [],
): Promise<Packaged> {
  const { exitCode, stdout, stderr } = await runCli(['package', chart, '-d', destination, ...flags])
  return exitCode === 0 ? { path: pathIn(stdout) } : { error: stderr }
}

async function createChart(name: string): Promise<string> {
  const chart = join(folder, 'created', name)
  const { exitCode, stderr } = await runCli(['create', chart])
  if (exitCode !== 0) throw new Error(stderr)
  return chart
}

/** The part of an archive that is compared, or of the reason why there is none. */
async function outcomeOf(packaged: Packaged) {
  if ('error' in packaged) {
    // Of JSON that is none, only we say why.
    const text = packaged.error.replace(/: unexpected end of JSON input$/m, '')
    return { error: text.replace(/^[^]*?^error: /im, '').trim() }
  }
  const { stdout } = await run(helm, ['show', 'all', packaged.path], { env })
  return {
    name: basename(packaged.path),
    entries: inStableOrder(entriesOf(packaged.path)),
    modes: await modesOf(packaged.path),
    shown: stdout,
  }
}

async function templateWithHelm(chart: string): Promise<string> {
  return (await run(helm, ['template', 'demo', chart], { env })).stdout
}

function pathIn(stdout: string): string {
  return stdout.trim().slice(stdout.lastIndexOf(': ') + 2)
}

function entriesOf(path: string): { readonly name: string; readonly text: string }[] {
  return [...readTar(gunzipSync(readFileSync(path)))].map(({ name, data }) => ({
    name,
    text: fromBytes(data),
  }))
}

/** Helm takes subcharts that nobody declared in a random order. */
function inStableOrder<T extends { readonly name: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((a, b) => subchartOf(a.name).localeCompare(subchartOf(b.name)))
}

function subchartOf(name: string): string {
  return [...name.matchAll(/\/charts\/([^/]+)/g)].map((match) => match[1]).join('/')
}

async function modesOf(path: string): Promise<string[]> {
  const { stdout } = await run('tar', ['-tvzf', path], { env })
  const lines = stdout.trim().split('\n')
  return lines.map((line) => line.replace(/^(\S+).*? (\S+)$/, '$1 $2')).toSorted()
}
