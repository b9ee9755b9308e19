import type { CatalogChart, OfferedVersion } from '../../../catalog/catalog.ts'
import { PlainError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { formatHelmTable, writeHelmData } from '../../output/helm-output.ts'
import type { Plain } from '../../output/plain.ts'
import type { Printing } from './print-found.ts'

/** Prints the charts of a platform's catalogue, one line each, or one for each version. */
export async function printCatalog(
  charts: readonly CatalogChart[],
  versions: 'best' | 'all',
  { output, maxWidth, whenNone }: Printing,
  io: Io,
): Promise<void> {
  if (charts.length === 0 && whenNone === 'fail') throw new PlainError('no results found')
  if (output !== 'table') {
    await writeHelmData(charts.map(dataOf), output, io.stdout)
    return
  }
  if (charts.length === 0) {
    io.stdout.write('No results found\n')
    return
  }
  const rows = charts.flatMap((chart) =>
    (versions === 'all' ? chart.versions : chart.versions.slice(0, 1)).map((one) =>
      cells(chart, one),
    ),
  )
  const head = ['NAME', 'VERSION', 'APP VERSION', 'CATEGORY', 'ORIGIN', 'REPOSITORY', 'DESCRIPTION']
  io.stdout.write(formatHelmTable([head, ...rows], maxWidth))
}

function cells(chart: CatalogChart, one: OfferedVersion): readonly string[] {
  const { name, category, description } = chart
  const text = one.deprecated ? `deprecated: ${description}` : description
  return [name, one.version, one.appVersion, category, one.origin, one.repository, text]
}

function dataOf(chart: CatalogChart): Plain {
  return { ...chart, versions: chart.versions.map((one) => ({ ...one })) }
}
