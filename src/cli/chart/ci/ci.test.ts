import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCli } from '../../../../test/cli/run-cli.ts'
import { type TestRepository, makeRepository } from '../../../../test/git/git-server.ts'
import { golden } from '../../../../test/golden.ts'
import { chart, deployment, startTarget } from '../../../../test/cli/push-targets.ts'
import type { CiReport } from './report/report.ts'

vi.setConfig({ testTimeout: 60_000 })

let git: TestRepository
let out = ''
let stops: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  git = await makeRepository()
  out = await mkdtemp(join(tmpdir(), 'outrigger-ci-test-'))
  stops = [git.stop, () => rm(out, { recursive: true, force: true })]
})
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop()
})

async function ci(...words: readonly string[]) {
  const where = [
    'chart',
    'ci',
    join(git.path, 'charts'),
    '--base',
    'main',
    '--kubernetes',
    '1.34,1.36',
  ]
  const environment = { PATH: process.env['PATH'] ?? '', HOME: out }
  const ran = await runCli([...where, '-o', 'json', ...words], { environment })
  const report = ran.stdout === '' ? undefined : (JSON.parse(ran.stdout) as CiReport)
  const checks = (report?.charts ?? []).flatMap(({ chart: name, checks: all }) =>
    all.map((check) => ({ chart: name, ...check })),
  )
  return { ...ran, report, failed: checks.filter(({ state }) => state === 'failed'), checks }
}

/** Times and digests are others in every run. */
function steady(text: string): string {
  return text
    .replaceAll(/time="[\d.]+"/g, 'time="0"')
    .replaceAll(/sha256:[0-9a-f]{64}/g, 'DIGEST')
    .replaceAll(/since [0-9a-f]{12}/g, 'since COMMIT')
}

async function start(...request: Parameters<typeof startTarget>) {
  const target = await startTarget(...request)
  stops.push(target.stop)
  return target
}

/** Two charts at the base; a branch on which they change. */
async function begin(): Promise<void> {
  await git.commit({ ...chart('web', '1.0.0'), ...chart('queue', '1.0.0'), 'README.md': 'hello\n' })
  await git.git('checkout', '--quiet', '-b', 'change')
}

describe('charts that changed', () => {
  test('are found by git, also uncommitted ones, and others are left alone', async () => {
    await begin()
    expect((await ci()).report).toMatchObject({ outcome: 'passed', charts: [] })
    await git.commit(chart('web', '1.0.1', { 'values.yaml': 'replicas: 2\n' }))
    const values = join(git.path, 'charts', 'queue', 'values.yaml')
    await writeFile(values, 'replicas: 3\n')
    const { report, failed, exitCode } = await ci('--skip-install')
    expect(report?.charts.map((one) => [one.chart, one.previous])).toEqual([
      ['queue', '1.0.0'],
      ['web', '1.0.0'],
    ])
    expect(failed).toMatchObject([{ chart: 'queue', name: 'version' }])
    expect(exitCode).toBe(1)
  })

  test('are compared with where the branch left the base, not with the base as it is', async () => {
    await begin()
    await git.git('checkout', '--quiet', 'main')
    await git.commit(chart('queue', '2.0.0'))
    await git.git('checkout', '--quiet', 'change')
    await git.commit(chart('web', '1.1.0'))
    const { report } = await ci('--skip-install')
    expect(report).toMatchObject({
      outcome: 'passed',
      charts: [{ chart: 'web', version: '1.1.0' }],
    })
  })

  test('need no new version when only files change that are not packaged', async () => {
    await git.commit(chart('web', '1.0.0', { '.helmignore': 'ci\n' }))
    await git.git('checkout', '--quiet', '-b', 'change')
    await git.commit({ 'charts/web/ci/two-values.yaml': 'replicas: 2\n' })
    const { checks, exitCode } = await ci()
    expect(exitCode).toBe(0)
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'version', message: 'the package is the same' }),
    )
  })

  test.each([
    { words: ['--base', 'gone'], says: 'no commit gone' },
    { words: ['--all'], says: 'give either it or --base' },
    { words: ['--push', 'ftp://x'], says: '--push: wanted oci://' },
    { words: ['--kubernetes-tags'], says: 'give --push oci://' },
    { words: ['--kubernetes', '1.2'], says: 'the embedded API can be Kubernetes 1.29 to 1.36' },
    { words: ['--sign-key', '/nothing'], says: 'cannot read the private key /nothing' },
  ])('are not looked for with $words', async ({ words, says }) => {
    await begin()
    const { exitCode, stderr } = await ci(...words)
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain(says)
  })
})

// Each of them stands beside a good chart, which must not be published either.
describe('a bad chart', () => {
  test.each([
    {
      name: 'a version that was not raised',
      files: { 'values.yaml': 'replicas: 2\n' },
      version: '1.0.0',
      check: 'version',
      says: 'its version is still 1.0.0',
    },
    {
      name: 'a schema that is none',
      files: { 'values.schema.json': '{"type":"strng"}' },
      check: 'schema',
      says: 'is not valid against metaschema',
    },
    {
      name: 'values that the schema refuses',
      files: { 'values.yaml': 'replicas: many\n' },
      check: 'schema',
      says: "at '/replicas': got string, want integer",
    },
    {
      name: 'an error of lint',
      files: { 'Chart.yaml': 'apiVersion: v2\nname: bad\nversion: 1.1.0\nicon: nowhere\n' },
      check: 'lint',
      says: 'invalid icon URL',
    },
    {
      name: 'a Chart.yaml that is none',
      files: { 'Chart.yaml': 'apiVersion: v2\nname: bad\nversion: 1.1.0\ntype: unknown\n' },
      check: 'load',
      says: 'chart.metadata.type must be application or library',
    },
    {
      name: 'an error of a template on one Kubernetes version',
      files: {
        'templates/x.yaml':
          '{{ if semverCompare "<1.35-0" .Capabilities.KubeVersion.Version }}{{ fail "needs 1.35" }}{{ end }}',
      },
      check: 'template on 1.34',
      says: 'needs 1.35',
    },
    {
      name: 'an API that Kubernetes no longer has',
      files: {
        'templates/x.yaml':
          'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: x}\nspec: {}\n',
      },
      check: 'template on 1.36',
      says: 'PodDisruptionBudget x is policy/v1beta1, which 1.25 removed: use policy/v1',
    },
    {
      name: 'an install that fails',
      files: {
        'templates/x.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec: {}\n',
      },
      check: 'install',
      says: 'Service "x" is invalid',
    },
    {
      name: 'an upgrade that fails',
      files: { 'templates/web.yaml': deployment('app: other') },
      check: 'upgrade',
      says: 'field is immutable',
    },
  ])('with $name is named, and nothing is published', async ({ files, version, check, says }) => {
    await git.commit({ ...chart('bad', '1.0.0'), ...chart('good', '1.0.0') })
    await git.git('checkout', '--quiet', '-b', 'change')
    await git.commit({ ...chart('bad', version ?? '1.1.0', files), ...chart('good', '1.1.0') })
    const { push, published } = await start('registry')
    const tries = ['install', 'upgrade'].includes(check) ? [] : ['--skip-install']
    const { failed, exitCode, checks } = await ci('--push', push, ...tries)
    expect(exitCode).toBe(1)
    expect(failed.map(({ chart: name }) => name)).not.toContain('good')
    expect(failed).toContainEqual(
      expect.objectContaining({ name: check, message: expect.stringContaining(says) as string }),
    )
    expect(checks.filter(({ name }) => name === 'push')).toMatchObject([
      { chart: 'bad', state: 'skipped', message: 'nothing is pushed: bad failed' },
      { chart: 'good', state: 'skipped', message: 'nothing is pushed: bad failed' },
    ])
    expect(await published()).toEqual([])
  })
})

describe.each([{ target: 'registry' }, { target: 'museum' }] as const)(
  'with a $target as target',
  ({ target }) => {
    test('charts are published, and again without a change', async () => {
      await begin()
      await git.commit({ ...chart('web', '1.1.0'), ...chart('queue', '1.1.0') })
      const { push, published } = await start(target)
      const first = await ci('--push', push)
      expect(first.failed).toEqual([])
      expect(first.exitCode).toBe(0)
      expect(await published()).toEqual(['queue 1.1.0', 'web 1.1.0'])
      const again = await ci('--push', push, '--skip-install')
      expect(again.exitCode).toBe(0)
      expect(again.checks.filter(({ name }) => name === 'push')).toMatchObject([
        { message: expect.stringContaining('which was there') as string },
        { message: expect.stringContaining('which was there') as string },
      ])
      // The next upgrade starts from what was published.
      await git.commit(chart('web', '1.2.0', { 'values.yaml': 'replicas: 2\n' }))
      const next = await ci('--push', push, '--skip-install')
      expect(next.report?.charts.map((one) => [one.chart, one.previous])).toEqual([
        ['queue', '1.0.0'],
        ['web', '1.1.0'],
      ])
      expect(await published()).toEqual(['queue 1.1.0', 'web 1.1.0', 'web 1.2.0'])
      // A published version stays as it is.
      await git.commit(chart('web', '1.2.0', { 'values.yaml': 'replicas: 3\n' }))
      const other = await ci('--push', push, '--skip-install')
      expect(other.failed).toMatchObject([
        {
          name: 'version',
          message: expect.stringContaining('released already with other content') as string,
        },
      ])
    })

    test('a refused push is named, and what came before is taken back', async () => {
      await begin()
      await git.commit({ ...chart('web', '1.1.0'), ...chart('queue', '1.1.0') })
      const { push, published } = await start(target, { refuse: 'web' })
      const { failed, checks, exitCode } = await ci('--push', push)
      expect(exitCode).toBe(1)
      expect(failed).toMatchObject([
        {
          chart: 'web',
          name: 'push',
          message: expect.stringMatching(/; nothing was published$/) as string,
        },
      ])
      expect(checks.find((one) => one.chart === 'queue' && one.name === 'push')).toMatchObject({
        state: 'skipped',
        message: 'web was refused; nothing was published',
      })
      expect(await published()).toEqual([])
    })
  },
)

test('a registry gets tags by Kubernetes version, which a lower version does not take back', async () => {
  await begin()
  const { push, published } = await start('registry')
  const range = 'kubeVersion: ">=1.35.0-0"\n'
  const only = (version: string) =>
    chart('web', version, {
      'Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n${range}`,
    })
  await git.commit(only('1.2.0'))
  await ci('--push', push, '--kubernetes-tags', '--skip-install')
  expect(await published()).toEqual(['web 1.2.0', 'web v1.36'])
  await git.commit(only('1.1.0'))
  const { checks } = await ci('--push', push, '--kubernetes-tags', '--skip-install')
  const pushed = checks.find(({ name }) => name === 'push')
  expect(pushed).toMatchObject({ state: 'passed' })
  expect(pushed?.message).not.toContain('also as')
})

test('packages, signatures, notes and an index are kept, and verify accepts them', async () => {
  await begin()
  const changes =
    'annotations:\n  artifacthub.io/changes: |\n    - kind: added\n      description: more of it\n'
  const chartYaml = `apiVersion: v2\nname: web\nversion: 1.1.0\n${changes}`
  await git.commit(chart('web', '1.1.0', { 'Chart.yaml': chartYaml }))
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = join(out, 'my.key')
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(join(out, 'my.pub'), publicKey.export({ type: 'spki', format: 'pem' }))
  const { push } = await start('registry')
  const kept = join(out, 'public')
  const where = ['--push', push, '--destination', kept, '--index-url', 'https://charts.example']
  const { exitCode } = await ci(...where, '--sign-key', key)
  expect(exitCode).toBe(0)
  expect((await readdir(kept)).toSorted()).toEqual([
    'index.yaml',
    'web-1.1.0.md',
    'web-1.1.0.tgz',
    'web-1.1.0.tgz.sigstore.json',
  ])
  expect(await readFile(join(kept, 'web-1.1.0.md'), 'utf8')).toBe(
    '# web 1.1.0\n\nKubernetes 1.34, 1.36.\n\n## Changes since 1.0.0\n\n- **added**: more of it\n\n',
  )
  expect(await readFile(join(kept, 'index.yaml'), 'utf8')).toContain(
    'https://charts.example/web-1.1.0.tgz',
  )
  for (const one of [join(kept, 'web-1.1.0.tgz'), `${push}/web`]) {
    const verified = await runCli(['verify', one, '--key', join(out, 'my.pub')], {
      environment: { HOME: out },
    })
    expect(verified).toMatchObject({ exitCode: 0 })
  }
})

test('reports say the same to JUnit and to people', async () => {
  await begin()
  await git.commit({
    ...chart('web', '1.0.0', { 'values.yaml': 'replicas: 2\n' }),
    ...chart('queue', '1.1.0'),
  })
  const [junit, markdown] = [join(out, 'a', 'junit.xml'), join(out, 'a', 'report.md')]
  await ci('--junit', junit, '--markdown', markdown, '--skip-install')
  for (const [file, path] of [
    ['junit.xml', junit],
    ['report.md', markdown],
  ] as const) {
    const text = steady(await readFile(path, 'utf8'))
    expect(text).toBe(golden(join(import.meta.dirname, 'testdata', file), text))
  }
})
