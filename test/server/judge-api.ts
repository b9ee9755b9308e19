// npm run judge:api [-- --examples N --user NAME…]: schemathesis against the server on an embedded cluster, as three users.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../embedded/in-process-cluster.ts'
import { type StageUser, openStage, plugin } from '../../src/server/server-stage-for-test.ts'
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

const judges = await apiJudges()
const cluster = await startCluster()
const stage = await openStage(cluster.client)
const folder = await mkdtemp(join(tmpdir(), 'outrigger-judge-'))
let bad = 0
// A request that fits the schema may still be refused, as the document says: names in path and body must agree, continue is the
// word of the page before, and the cluster judges objects by more than their schema (CEL).
const settings = `
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 412, 422, 428, 429, 503]
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428, 429, 431]
`
try {
  await writeFile(join(folder, 'schemathesis.toml'), settings)
  await stage.ask('admin', 'POST', '/api/v1/plugins', plugin(stage.team, 'dns'))
  for (const user of values.user as StageUser[]) {
    console.log(`== as ${user}`)
    if ((await judge(user)) !== 0) bad++
  }
  if (stage.failures.length > 0) console.log('faults of the server:', stage.failures.slice(0, 10))
} finally {
  await stage.close()
  await cluster.stop()
  await rm(folder, { recursive: true })
}
process.exitCode = bad === 0 && stage.failures.length === 0 ? 0 : 1

function judge(user: StageUser): Promise<number | null> {
  const url = stage.server.url
  const args = [
    `run ${url}/api/v1/openapi.json --url ${url}`,
    `--phases examples,coverage,fuzzing,stateful --max-examples ${values.examples}`,
    `--seed ${values.seed} --request-timeout 20 --continue-on-failure`,
    '--suppress-health-check all --no-color --no-shrink --warnings off',
  ].flatMap((words) => words.split(' '))
  if (values.path !== '') args.push('--include-path-regex', values.path)
  args.push('--header', `Authorization: Bearer ${stage.tokens[user]}`)
  const child = spawn(judges.schemathesis, args, { cwd: folder, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}
