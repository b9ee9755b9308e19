import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chart } from '../../../src/chart/chart.ts'
import { loadFiles } from '../../../src/chart/load/load.ts'
import { gunzip, loadChart } from '../../../src/chart/node/load-chart.ts'
import { fromBytes, toBytes } from '../../../src/formats/go-string.ts'
import { caseFile, chartName, chartYaml } from '../case.ts'
import type { Rows } from '../row.ts'
import type { Subject } from './subject.ts'

const suites = ['template', 'functions'] as const

/** The templates and values of our own rows. */
export async function rowSubjects(): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const suite of suites) {
    const folder = new URL(`../${suite}/rows/`, import.meta.url)
    for (const file of filesIn(folder)) {
      const { rows } = (await import(new URL(file, folder).href)) as { rows: Rows }
      for (const row of rows) subjects.push(...subjectsOfRow(row, `${suite}/${file}: ${row.name}`))
    }
  }
  return subjects
}

function filesIn(folder: URL): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function subjectsOfRow(row: Rows[number], from: string): Subject[] {
  const { values = '', template } = row
  // Values that cannot be read are a subject of their own, and the template sees none then.
  const chart = rowChart(row.files ?? {}, values) ?? rowChart(row.files ?? {}, '')
  const yaml = values === '' ? [] : [{ kind: 'yaml', from, text: values } as const]
  if (chart === undefined) return yaml
  const path = `${chartName}/${caseFile}`
  return [{ kind: 'template', from, text: template, chart, path }, ...yaml]
}

function rowChart(files: Readonly<Record<string, string>>, values: string): Chart | undefined {
  const all = { 'Chart.yaml': chartYaml, ...files, 'values.yaml': values, [caseFile]: '' }
  try {
    return loadFiles(
      Object.entries(all).map(([name, text]) => ({ name, data: toBytes(text) })),
      gunzip,
    )
  } catch {
    return undefined
  }
}

/** The templates, values and other YAML files of the charts in `FOLDER/charts` and `FOLDER/values`. */
export function corpusSubjects(folder: string): Subject[] {
  const names = readdirSync(join(folder, 'charts')).filter((name) => name.endsWith('.tgz'))
  const values = readdirSync(join(folder, 'values'), { recursive: true, encoding: 'utf8' })
  return [
    ...names
      .toSorted()
      .flatMap((name) => chartSubjects(loadChart(join(folder, 'charts', name)), name)),
    ...values
      .filter((name) => /\.ya?ml$/.test(name))
      .toSorted()
      .map((from): Subject => ({
        kind: 'yaml',
        from,
        text: fromBytes(readFileSync(join(folder, 'values', from))),
      })),
  ]
}

function chartSubjects(chart: Chart, from: string): Subject[] {
  const templates = chart.templates.map(({ name, data }): Subject => ({
    kind: 'template',
    from: `${from}: ${name}`,
    text: fromBytes(data),
    chart,
    path: `${chart.metadata.name}/${name}`,
  }))
  const yaml = chart.raw
    .filter(({ name }) => /^(?!templates\/|charts\/).*\.ya?ml$/.test(name))
    .map(({ name, data }): Subject => ({
      kind: 'yaml',
      from: `${from}: ${name}`,
      text: fromBytes(data),
    }))
  return [...templates, ...yaml]
}
