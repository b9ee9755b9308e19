import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findGo } from '../find-go.ts'
import { defaultRelease } from '../releases.ts'
import type { ApiTable } from './api-tables.ts'

const program = fileURLToPath(new URL('wire/', import.meta.url))
const runLimitSeconds = 900
const mostOutput = 1 << 28
const seedOfRows = 7

interface MessageTypes {
  readonly kinds: Readonly<Record<string, string>>
  readonly messages: Readonly<Record<string, string>>
}

/** How built-in kinds are written in protobuf, as their Go types tell, and an example of each. */
export async function makeWireTables(): Promise<readonly ApiTable[]> {
  const types = JSON.parse(await askGo(['types'])) as MessageTypes
  const lifecycle = JSON.parse(await askGo(['lifecycle'])) as Readonly<Record<string, unknown>>
  const folder = 'src/apiserver/protobuf'
  return [
    { path: `${folder}/messages.json`, text: writeTypes(types) },
    { path: 'src/apiserver/kinds/api-lifecycle.json', text: writeLifecycle(lifecycle) },
    { path: `${folder}/testdata/rows.json`, text: linesOf(await randomRows(1, seedOfRows)) },
  ]
}

/** Random objects of every kind, as protobuf and as the JSON that Go makes of it; a JSON text. */
export function randomRows(each: number, seed: number): Promise<string> {
  return askGo(['rows', String(each), String(seed)])
}

async function askGo(args: readonly string[]): Promise<string> {
  const go = await findGo(process.env, console.log)
  const { stdout } = await promisify(execFile)(go, ['run', '.', ...args], {
    cwd: program,
    timeout: runLimitSeconds * 1000,
    maxBuffer: mostOutput,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
  })
  return stdout
}

/** One kind or message a line, so that a new release is a diff that can be read. */
function writeTypes({ kinds, messages }: MessageTypes): string {
  const head = `"kubernetes": ${JSON.stringify(defaultRelease.version)},`
  return `{\n${head}\n"kinds": ${entriesOf(kinds)},\n"messages": ${entriesOf(messages)}\n}\n`
}

/** When kinds came and went, where that is not before the oldest minor and never. */
function writeLifecycle(lifecycle: Readonly<Record<string, unknown>>): string {
  const head = `"kubernetes": ${JSON.stringify(defaultRelease.version)},`
  return `{\n${head}\n"apiLifecycle": ${entriesOf(lifecycle)}\n}\n`
}

function entriesOf(table: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(table).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}`
}

/** Numbers stay as Go wrote them: some are larger than JavaScript's. */
function linesOf(rows: string): string {
  return `${rows.trim().replaceAll('},{"kind":', '},\n{"kind":')}\n`
}
