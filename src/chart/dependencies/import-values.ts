import { formatValue } from '../../template/fmt/sprint.ts'
import { TypedMap, type Value } from '../../formats/value.ts'
import type { Chart, Table } from '../chart.ts'
import type { Dependency } from '../load/metadata.ts'
import { coalesceValues, completeTable, type Warn } from '../values/coalesce.ts'
import { copyTable, isTable, tableAt } from '../values/table.ts'

/**
 * Carries out `import-values`, children first. The defaults of every chart with declared dependencies
 * become the merge of its own, its subcharts' and the imported ones, in that order of precedence.
 */
export function importValues(chart: Chart, warn: Warn): Chart {
  const dependencies = chart.dependencies.map((sub) => importValues(sub, warn))
  const declared = chart.metadata.dependencies
  const complete = { ...chart, dependencies }
  if (declared === undefined) return complete
  const merged = coalesceValues(complete, new Map(), 'merge', warn)
  let imported: Table = new Map()
  const rewritten = declared.map((dependency) => {
    const imports = dependency.importValues.flatMap(importOf)
    for (const one of imports) {
      const table = tableAt(merged, `${dependency.name}.${one.child}`)
      if (table === undefined) {
        warn(`ImportValues missing table from chart chart=${dependency.name}`)
        continue
      }
      imported = completeTable(imported, nest(one.parent, table), 'merge', warn)
    }
    return { ...dependency, importValues: imports.map(importValue) } satisfies Dependency
  })
  const values = completeTable(copyTable(merged), imported, 'merge', warn)
  return { ...complete, values, metadata: { ...chart.metadata, dependencies: rewritten } }
}

interface Import {
  readonly child: string
  readonly parent: string
}

function importOf(value: Value): Import[] {
  if (typeof value === 'string') return [{ child: `exports.${value}`, parent: '.' }]
  if (!isTable(value)) return []
  return [{ child: textAt(value, 'child'), parent: textAt(value, 'parent') }]
}

function textAt(table: Table, key: string): string {
  return formatValue(table.get(key) ?? null)
}

function importValue({ child, parent }: Import): Value {
  return new TypedMap('map[string]string', [
    ['child', child],
    ['parent', parent],
  ])
}

function nest(path: string, table: Table): Table {
  if (path === '.') return table
  return path.split('.').reduceRight<Table>((inner, key) => new Map([[key, inner]]), table)
}
