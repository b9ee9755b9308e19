// npm run judge:api [-- --examples N --user NAME…]: schemathesis against a platform on a sandbox, as three users.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { type StageUser, addStageUsers } from '../../src/server/stage-users-for-test.ts'
import { fixedPorts } from '../cli/run-cli.ts'
import { apiJudges } from './api-judges.ts'

const { values } = parseArgs({
  options: {
    /** Of each phase and operation; 6 make about 12,000 cases for each user. */
    examples: { type: 'string', default: '6' },
    /** Only operations whose path has this in it. */
    path: { type: 'string', default: '' },
    user: { type: 'string', multiple: true, default: ['viewer', 'editor', 'admin'] },
    seed: { type: 'string', default: '1' },
  },
})

// Requests that fit the schema may be refused only for what no schema says: a right (403), an object that is not there (404) or has
// changed (409, 412, 428), and what is refused beyond the schema (422).
const settings = `
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 403, 404, 409, 412, 422, 428]
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 413, 415, 422, 428, 431]
`

// A code that nobody gave out is refused (401), and guessing is slowed down (429): that would be met by every other operation, too,
// so that these come last.
const signInSettings = `
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 429]
[checks.negative_data_rejection]
expected-statuses = [400, 401, 413, 415, 429, 431]
`
const signIns = ['signIn', 'followSignInLink', 'beginOidcSignIn', 'finishOidcSignIn']

const root = resolve(import.meta.dirname, '../..')
const judges = await apiJudges()
const folder = await mkdtemp(join(tmpdir(), 'outrigger-judge-'))
const faults: unknown[] = []
const { signal } = new AbortController()
const program = { ...fixedPorts().program, file: join(root, 'src/cli/main.ts') }
const platform = await openPlatform(
  {
    folder: undefined,
    cluster: undefined,
    ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
    allow: [],
    tenants: ['default'],
  },
  { ...fixedPorts(), program },
  { troubled: (error) => void faults.push(error) },
  signal,
)
const connection = await findConnection({ kubeconfig: platform.kubeconfig, environment: {} })
const { client, close } = connect(connection, { rateLimit: 'none' })
let bad = 0
try {
  const users = await addStageUsers(client)
  for (const user of values.user as StageUser[]) {
    console.log(`== as ${user}`)
    const others = signIns.flatMap((one) => ['--exclude-operation-id', one])
    if ((await judge(users.tokens[user], settings, others)) !== 0) bad++
  }
  console.log('== sign-in')
  const only = signIns.flatMap((one) => ['--include-operation-id', one])
  if ((await judge(users.tokens.viewer, signInSettings, only)) !== 0) bad++
  if (faults.length > 0) console.log('faults of the platform:', faults.slice(0, 10))
} finally {
  await close()
  await platform.close()
  await rm(folder, { recursive: true })
}
process.exitCode = bad === 0 ? 0 : 1

async function judge(
  token: string,
  config: string,
  chosen: readonly string[],
): Promise<number | null> {
  await writeFile(join(folder, 'schemathesis.toml'), config)
  const url = platform.server
  const args = [
    `run ${url}/api/v1/openapi.json --url ${url}`,
    `--phases examples,coverage,fuzzing,stateful --max-examples ${values.examples}`,
    `--seed ${values.seed} --request-timeout 20 --continue-on-failure`,
    '--suppress-health-check all --no-color --no-shrink --warnings off',
  ].flatMap((words) => words.split(' '))
  if (values.path !== '') args.push('--include-path-regex', values.path)
  args.push(...chosen, '--header', `Authorization: Bearer ${token}`)
  const child = spawn(judges.schemathesis, args, { cwd: folder, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}
