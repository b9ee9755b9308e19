// npm run judge:api [-- --examples N --user NAME…]: schemathesis against a platform on a sandbox, as three users.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { nouns } from '../../src/server/open-server.ts'
import { type Noun, exampleOf } from '../../src/server/resources/kind-routes.ts'
import { type StageUser, addStageUsers } from '../../src/server/stage-users-for-test.ts'
import { fixedPorts } from '../cli/run-cli.ts'
import { apiJudges } from './api-judges.ts'
import { type OpenApiPaths, judgeSettings, signIns, signInSettings } from './judge-settings.ts'

const { values } = parseArgs({
  options: {
    /** Of each phase and operation; 3 make about 15,000 cases for each user. */
    examples: { type: 'string', default: '3' },
    /** Only operations whose path has this in it. */
    path: { type: 'string', default: '' },
    user: { type: 'string', multiple: true, default: ['viewer', 'editor', 'admin'] },
    /** Sequences of requests that follow links, for each user. */
    sequences: { type: 'string', default: '150' },
    /** All of them by default. */
    phases: { type: 'string', default: 'examples,coverage,fuzzing,stateful' },
    seed: { type: 'string', default: '1' },
  },
})

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
const document = (await (
  await fetch(`${platform.server}/api/v1/openapi.json`)
).json()) as OpenApiPaths
const connection = await findConnection({ kubeconfig: platform.kubeconfig, environment: {} })
const { client, close } = connect(connection, { rateLimit: 'none' })
let bad = 0
try {
  const users = await addStageUsers(client)
  for (const noun of nouns) await addFirst(noun, users.team, users.tokens.admin)
  for (const user of values.user as StageUser[]) {
    console.log(`== as ${user}`)
    const others = signIns.flatMap((one) => ['--exclude-operation-id', one])
    const sequences = Number(values.sequences)
    const settings = judgeSettings(document, { user, team: users.team, sequences })
    if ((await judge(users.tokens[user], settings, others, values.phases)) !== 0) bad++
  }
  console.log('== sign-in')
  const only = signIns.flatMap((one) => ['--include-operation-id', one])
  // They link to nothing.
  const phases = values.phases.replace(/,?stateful/, '')
  const token = users.tokens.viewer
  if (phases !== '' && (await judge(token, signInSettings(), only, phases)) !== 0) bad++
  if (faults.length > 0) console.log('faults of the platform:', faults.slice(0, 10))
} finally {
  await close()
  await platform.close()
  await rm(folder, { recursive: true })
}
process.exitCode = bad === 0 ? 0 : 1

/** One object of a kind: an empty list leads to nothing, and so do the links of what is in it. */
async function addFirst({ plural, definition }: Noun, team: string, token: string): Promise<void> {
  const place = definition.scope === 'Namespaced' ? { namespace: team } : {}
  const object = { ...exampleOf(definition), metadata: { name: 'first', ...place } }
  const answer = await fetch(`${platform.server}/api/v1/${plural}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(object),
  })
  if (!answer.ok) throw new Error(`no ${plural} to begin with: ${await answer.text()}`)
}

async function judge(
  token: string,
  config: string,
  chosen: readonly string[],
  phases: string,
): Promise<number | null> {
  await writeFile(join(folder, 'schemathesis.toml'), config)
  const url = platform.server
  const args = [
    `run ${url}/api/v1/openapi.json --url ${url}`,
    `--phases ${phases} --max-examples ${values.examples}`,
    `--seed ${values.seed} --continue-on-failure`,
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
