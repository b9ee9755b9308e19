// npm run oracles [-- --only NAME… -o json]: makes the real tools available and prints where they are.
import { parseArgs } from 'node:util'
import { bringOracles, type BroughtOracle, type MissingOracle } from './bring.ts'
import { type Oracle, oracles } from './catalogue.ts'
import { oracleNamed } from './find.ts'

const usage = `usage: npm run oracles [-- --only NAME… -o table|json]
NAME is one of ${namesOf(oracles)};
brought only when they are named: ${namesOf(oracles.filter((oracle) => oracle.onlyNamed))}`

const options = {
  only: { type: 'string', multiple: true },
  output: { type: 'string', short: 'o', default: 'table' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    console.log(usage)
    return 0
  }
  if (values.output !== 'table' && values.output !== 'json') {
    throw new Error(`--output is ${values.output}; it can be table or json`)
  }
  // "--only a b" arrives as one option and one positional.
  const names = [...(values.only ?? []), ...positionals]
  const wanted =
    names.length === 0 ? oracles.filter((one) => !one.onlyNamed) : names.map(oracleNamed)
  const results = await bringOracles(wanted, process.env, (line) => console.error(line))
  const missing = results.filter((result) => 'problem' in result)
  const brought = results.filter((result) => 'path' in result)
  if (values.output === 'json') console.log(JSON.stringify(brought, undefined, 2))
  else if (brought.length > 0) printTable(brought)
  printMissing(missing)
  return missing.length === 0 ? 0 : 1
}

function namesOf(some: readonly Oracle[]): string {
  return some.map(({ name }) => name).join(', ')
}

function printTable(brought: readonly BroughtOracle[]): void {
  const rows = [
    ['NAME', 'VERSION', 'FROM', 'PATH'],
    ...brought.map(({ name, version, from, path }) => [name, version, from, path]),
  ]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}

function printMissing(missing: readonly MissingOracle[]): void {
  if (missing.length === 0) return
  console.error(`\ncannot get ${missing.map(({ name }) => name).join(', ')}:`)
  for (const { name, problem } of missing) console.error(`  ${name}: ${problem}`)
  const own = missing.map(({ name }) => oracleNamed(name).variable)
  console.error(`programs you already have are taken from ${own.join(', ')}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  process.exitCode = 2
}
