import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../../tools/run-command.ts'
import { findGo } from '../../testbed/find-go.ts'
import { writeProgramImage } from './program-image.ts'
import { endOf, startOutrigger } from '../site-stage.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000, maxConcurrency: 4 })

const root = resolve(import.meta.dirname, '../../..')
const condition = 'EnsureMetricsServer'
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-kit-'))
  // The example as it is, with the entry points of this checkout.
  const text = await readFile(join(root, 'examples/operator-typescript/operator.ts'), 'utf8')
  const here = text
    .replace("'outrigger/kube'", `'${join(root, 'src/sdk/kube.ts')}'`)
    .replace("'outrigger/sdk'", `'${join(root, 'src/sdk/sdk.ts')}'`)
  await writeFile(join(folder, 'operator.ts'), here)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Judged {
  readonly isGood: boolean
  readonly rules: readonly { rule: string; is: string; message: string }[]
}

/** Whether the work for a Cluster is done: the operators here write a Secret or a ConfigMap. */
const check = `'${process.execPath}' '${join(import.meta.dirname, 'look-for-work.ts')}'`

async function judge(
  command: string,
  timeout: string,
): Promise<Judged & { readonly code: number | null }> {
  const words = ['expansion', 'operator', 'test', command, '--condition', condition]
  const more = ['--check', check, '--timeout', timeout, '-o', 'json']
  const ended = await endOf(startOutrigger(folder, [...words, ...more]))
  if (ended.stdout === '') throw new Error(ended.stderr)
  return { ...(JSON.parse(ended.stdout) as Judged), code: ended.code }
}

function broken({ rules }: Judged): readonly string[] {
  return rules.filter(({ is }) => is === 'broken').map(({ rule, message }) => `${rule}: ${message}`)
}

let goProgram: Promise<string> | undefined

/** The example in Go, built once, without a library of this machine. */
function goExample(): Promise<string> {
  goProgram ??= buildGoExample()
  return goProgram
}

async function buildGoExample(): Promise<string> {
  const go = await findGo(process.env, () => undefined)
  const program = join(folder, 'operator')
  // As the test bed builds: packages that are compiled for that are not compiled again.
  const built = await runCommand(go, ['build', '-trimpath', '-o', program, '.'], {
    cwd: join(root, 'examples/operator-go'),
    env: { ...process.env, CGO_ENABLED: '0' },
    output: 'capture',
  })
  expect(built.ok ? '' : built.output).toBe('')
  return program
}

describe.concurrent('the kit', () => {
  test('passes the example in Go, and judges every rule', async () => {
    const judged = await judge(`exec '${await goExample()}'`, '30s')
    expect(broken(judged)).toEqual([])
    expect(judged.rules.filter(({ is }) => is !== 'kept')).toEqual([])
  }, 900_000)

  test('passes its image, too', async () => {
    const layout = join(folder, 'layout')
    await writeProgramImage(await goExample(), layout)
    const judged = await judge(`oci:${layout}:operator`, '30s')
    expect(broken(judged)).toEqual([])
    expect(judged.rules.filter(({ is }) => is !== 'kept')).toEqual([])
  }, 900_000)

  test('passes the example in TypeScript, and judges every rule', async () => {
    const judged = await judge(`exec '${process.execPath}' operator.ts`, '30s')
    expect(broken(judged)).toEqual([])
    expect(judged.rules.filter(({ is }) => is !== 'kept')).toEqual([])
    expect(judged.code).toBe(0)
  })

  test.each([
    { fault: 'crashes', found: /^stays-up: it ended with 7/ },
    { fault: 'hangs', found: /^notices: EnsureMetricsServer was asked for, and there was neither/ },
    { fault: 'never-ends', found: /^ends: EnsureMetricsServer: neither True nor Failed came/ },
    { fault: 'lies', found: /^tells-the-truth: EnsureMetricsServer is said to be True/ },
    {
      fault: 'answers-twice',
      found: /^answers-once: EnsureMetricsServer was True, then came .*Changed/,
    },
    {
      fault: 'claims-what-is-not-delegated',
      found: /^only-what-is-asked: Cluster quiet asks for nothing, and bad took the Lease/,
    },
    {
      fault: 'steals-a-lease',
      found: /^leaves-claims: EnsureMetricsServer was claimed by somebody-else, and/,
    },
    {
      fault: 'writes-anothers-condition',
      found: /^own-condition-only: .*wrote EnsureSomebodyElses, which it was not asked for/,
    },
    { fault: 'does-not-claim', found: /^claims-first: EnsureMetricsServer: there was no Lease/ },
    {
      fault: 'answers-too-late',
      found: /^keeps-time: EnsureMetricsServer was given up, and it wrote/,
    },
    { fault: 'writes-the-whole-status', found: /^by-apply: .*wrote by Update/ },
    { fault: 'ignores-the-end', found: /^stops: it did not end within 10 s/ },
  ])('fails an operator that $fault, by its name', async ({ fault, found }) => {
    const file = join(import.meta.dirname, 'bad-operator.ts')
    const judged = await judge(`exec '${process.execPath}' '${file}' ${fault}`, '20s')
    expect(judged.code).toBe(1)
    expect(broken(judged).filter((line) => found.test(line))).toHaveLength(1)
  })
})
