// Records what the real helm reads: `node tools/node/run.cjs test/conformance/yaml/update.ts`.
// All texts are files of one chart, and one template prints what fromYaml and fromYamlArray make of
// them, in base64, because Helm parses what a template prints.

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toBytes } from '../../../src/formats/go-string.ts'
import { rows } from '../../../src/formats/yaml/testdata/read-rows.ts'
import { findOracle } from '../../oracles/find.ts'

const recordedFile = new URL(
  '../../../src/formats/yaml/testdata/read-recorded.json',
  import.meta.url,
)
const template = `{{- range $path, $_ := .Files.Glob "files/*" }}
{{ base $path }}: {{ if hasPrefix "list" (base $path) }}{{ $.Files.Get $path | fromYamlArray | toJson | b64enc }}{{ else }}{{ $.Files.Get $path | fromYaml | toJson | b64enc }}{{ end }}
{{- end }}
`

const chart = await mkdtemp(join(tmpdir(), 'outrigger-yaml-'))
try {
  await writeChart()
  const { stdout } = await promisify(execFile)(findOracle('helm4'), ['template', 'demo', chart], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const recorded = Object.fromEntries(
    rows.map((row, index) => [row.name, outcomeIn(stdout, fileName(index))]),
  )
  await writeFile(recordedFile, `${JSON.stringify(recorded, undefined, 1)}\n`)
  console.log(`${rows.length} rows recorded`)
} finally {
  await rm(chart, { recursive: true })
}

async function writeChart(): Promise<void> {
  await mkdir(join(chart, 'templates'))
  await mkdir(join(chart, 'files'))
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: c\nversion: 0.1.0\n')
  await writeFile(join(chart, 'templates', 'rows.yaml'), template)
  for (const [index, row] of rows.entries())
    await writeFile(join(chart, 'files', fileName(index)), toBytes(row.text))
}

function fileName(index: number): string {
  return `${rows[index]?.as ?? 'map'}-${index}`
}

// The JSON as helm wrote it, in which -0 is not 0.
function outcomeIn(output: string, file: string): string {
  const line = output.split('\n').find((candidate) => candidate.startsWith(`${file}: `))
  if (line === undefined) throw new Error(`helm printed nothing for ${file}`)
  return Buffer.from(line.slice(file.length + 2), 'base64').toString('utf8')
}
