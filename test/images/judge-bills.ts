// npm run judge:bills [-- CHART…]: the bills of materials of `images list` (SPDX 2.3, CycloneDX 1.6) before the validators of their own
// projects, spdx-tools and cyclonedx-python-lib, which are brought from PyPI. Without charts, those that we ship.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { bringPythonPackages } from '../oracles/bring-packages.ts'
import { run } from '../oracles/run.ts'

const root = resolve(import.meta.dirname, '../..')
const packages = ['spdx-tools==0.8.5', 'cyclonedx-python-lib[validation]==11.12.0']
const validators = `
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
cyclone = JsonStrictValidator(SchemaVersion.V1_6)
for path in sys.argv[1:]:
    if path.endswith('.cdx.json'):
        with open(path, encoding='utf-8') as file:
            error = cyclone.validate_str(file.read())
    else:
        error = '; '.join(m.validation_message for m in validate_full_spdx_document(parse_file(path)))
    if error:
        sys.exit(f'{path}: {error}')
`

const python = await bringPythonPackages('bill-judges', packages)
const folder = await mkdtemp(join(tmpdir(), 'outrigger-bills-'))
try {
  const charts = process.argv.length > 2 ? process.argv.slice(2) : await ownCharts()
  const bills: string[] = []
  for (const [at, chart] of charts.entries()) {
    for (const format of ['spdx', 'cyclonedx'] as const) {
      const file = join(folder, format === 'spdx' ? `${at}.spdx.json` : `${at}.cdx.json`)
      await writeBill(chart, format, file)
      bills.push(file)
    }
  }
  await run(join(python, 'bin', 'python'), ['-c', validators, ...bills])
  console.log(`${charts.length} charts: ${bills.length} bills of materials are right`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function ownCharts(): Promise<readonly string[]> {
  const parents = [join(root, 'charts'), join(root, 'charts', 'addons')]
  const found = await Promise.all(
    parents.map(async (parent) => (await readdir(parent)).map((name) => join(parent, name))),
  )
  return found.flat().filter((path) => existsSync(join(path, 'Chart.yaml')))
}

async function writeBill(chart: string, format: string, file: string): Promise<void> {
  const words = [join(root, 'src/cli/main.ts'), 'images', 'list', chart, '-o', format]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  await writeFile(file, stdout)
}
