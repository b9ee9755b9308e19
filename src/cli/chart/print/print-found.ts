import { PlainError } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { formatHelmTable, type HelmOutput, writeHelmData } from '../../output/helm-output.ts'
import type { FoundChart } from '../sources/search-repositories.ts'

export interface Printing {
  readonly output: HelmOutput
  readonly maxWidth: number
  readonly whenNone: 'say' | 'fail'
}

/** Prints what a search found, as helm search repo does. */
export async function printFound(
  found: readonly FoundChart[],
  { output, maxWidth, whenNone }: Printing,
  io: Io,
): Promise<void> {
  if (found.length === 0 && whenNone === 'fail') throw new PlainError('no results found')
  if (output !== 'table') {
    const value = found.map(({ name, row }) => ({
      name,
      version: row.version,
      app_version: row.appVersion,
      description: row.description,
    }))
    await writeHelmData(value, output, io.stdout)
  } else if (found.length === 0) {
    io.stdout.write('No results found\n')
  } else {
    const cells = found.map(({ name, row }) => [name, row.version, row.appVersion, row.description])
    const head = ['NAME', 'CHART VERSION', 'APP VERSION', 'DESCRIPTION']
    io.stdout.write(formatHelmTable([head, ...cells], maxWidth))
  }
}
