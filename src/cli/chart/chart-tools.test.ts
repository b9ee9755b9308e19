import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { golden } from '../../../test/golden.ts'

const files = {
  'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0 # with a comment\n',
  'web/README.md': '# web\n',
  'web/values.yaml': '# how many\nreplicas: 2\n',
  'web/crds/a.yaml': 'kind: CustomResourceDefinition\n',
  'web/templates/a.yaml': 'kind: Pod\nmetadata: {name: A}\n',
}

let folder = ''
const before = process.cwd()
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'outrigger-chart-tools-')))
  for (const [path, text] of Object.entries(files)) write(path, text)
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['lint-help', 'lint --help'],
  ['lint', 'lint web nothing'],
  ['lint-json', 'lint web nothing -o json'],
  ['lint-quiet', 'chart lint web --quiet'],
  ['lint-without-chart', 'lint'],
  ['show-help', 'show --help'],
  ['show-all', 'show all web'],
  ['show-crds', 'chart show crds web'],
  ['show-unknown-part', 'show valeus web'],
  ['show-jsonpath', 'show values web --jsonpath {.replicas}'],
  ['show-jsonpath-of-chart', 'show chart web --jsonpath {.replicas}'],
  ['show-jsonpath-unknown', 'show values web --jsonpath {..replicas}'],
  ['show-nothing', 'show all nothing'],
  ['package-help', 'package --help'],
  ['package', 'package web web -d out'],
  ['package-here', 'package web --version 2.0.0'],
  ['package-json', 'package web -d out -o json'],
  ['package-update', 'package web -u'],
  ['package-sign', 'package web --sign'],
  ['package-nothing', 'package nothing'],
  ['package-a-file', 'package web/Chart.yaml'],
  ['create-help', 'create --help'],
  ['create', 'create new/api'],
  ['create-again', 'create web'],
  ['create-bad-name', 'create My_Chart'],
  ['create-bad-starter', 'create api -p nothing'],
])('prints %s as recorded', async (name, line) => {
  const { exitCode, stdout, stderr } = await runCli(line.split(' '))
  const transcript = [
    `$ outrigger ${line}`,
    `exit code ${exitCode}`,
    ...(stdout === '' ? [] : ['--- stdout', stdout]),
    ...(stderr === '' ? [] : ['--- stderr', stderr]),
  ]
    .join('\n')
    .replaceAll(folder, 'FOLDER')
  expect(transcript).toBe(golden(`${import.meta.dirname}/testdata/${name}.golden`, transcript))
})

describe('package', () => {
  test('gives the same bytes each time', async () => {
    await runCli(['package', 'web', '-d', 'one'])
    await runCli(['package', 'web', '-d', 'two'])
    expect(readFileSync('one/web-1.0.0.tgz')).toEqual(readFileSync('two/web-1.0.0.tgz'))
  })

  test('gives an archive that is shown, linted and rendered like its folder', async () => {
    await runCli(['package', 'web'])
    for (const line of ['template', 'show values', 'show crds']) {
      const [archive, original] = [await call(line, 'web-1.0.0.tgz'), await call(line, 'web')]
      expect(archive).toEqual(original)
    }
    const { stdout } = await call('lint', 'web-1.0.0.tgz')
    expect(stdout).toBe((await call('lint', 'web')).stdout.replace('web', 'web-1.0.0.tgz'))
  })

  test('writes nothing when it fails', async () => {
    write('web/values.schema.json', '{')
    const { exitCode } = await runCli(['package', 'web', '-d', 'out'])
    expect({ exitCode, isThere: existsSync('out') }).toEqual({ exitCode: 1, isThere: false })
  })
})

describe('create', () => {
  test('writes a chart that lint has nothing against', async () => {
    await runCli(['create', 'api'])
    const { exitCode, stdout } = await runCli(['lint', 'api', '--strict', '--quiet'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
  })

  test('fills a folder that is there and empty', async () => {
    mkdirSync('api')
    expect((await runCli(['create', 'api'])).exitCode).toBe(0)
    expect(readdirSync('.').toSorted()).toEqual(['api', 'web'])
  })

  test('leaves a file of that name alone', async () => {
    write('api', 'mine')
    expect((await runCli(['create', 'api'])).stderr).toContain('api is a file: wanted a new name')
    expect(readFileSync('api', 'utf8')).toBe('mine')
  })

  test('takes a starter and puts the name in', async () => {
    write('start/Chart.yaml', 'apiVersion: v2\nname: start\nversion: 9.0.0\nhome: https://x\n')
    write('start/values.yaml', 'name: <CHARTNAME>\n')
    write('start/templates/a.yaml', 'a: <CHARTNAME>\n')
    write('start/docs/a.txt', '<CHARTNAME>\n')
    await runCli(['create', 'api', '--starter', 'start'])
    const made = ['Chart.yaml', 'values.yaml', 'templates/a.yaml', 'docs/a.txt']
    expect(made.map((path) => readFileSync(join('api', path), 'utf8'))).toEqual([
      'apiVersion: v2\nappVersion: 0.1.0\ndescription: Runs api on Kubernetes\nname: api\ntype: application\nversion: 0.1.0\n',
      'name: api\n',
      'a: api\n',
      '<CHARTNAME>\n',
    ])
  })
})

function call(line: string, chart: string) {
  return runCli([...line.split(' '), chart])
}

function write(path: string, text: string): void {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
}
