import { fromBytes } from '../../formats/go-string.ts'
import type { Value } from '../../formats/value.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { readYamlAs } from '../../formats/yaml/read.ts'
import type { Shape } from '../../formats/yaml/shape.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import { formatRfc3339 } from '../../template/functions/time/rfc3339.ts'
import { parseTime } from '../../template/functions/time/parse.ts'
import { utc } from '../../template/functions/time/zone.ts'
import type { Chart } from '../chart.ts'
import { ChartError } from '../errors.ts'
import type { Dependency } from '../load/metadata.ts'
import { dependencyFields } from '../load/metadata-yaml.ts'
import { dependencyOf, dependencyShape } from '../load/read-metadata.ts'
import { isTable } from '../values/table.ts'

const lockShape: Shape = {
  kind: 'struct',
  type: 'v2.Lock',
  isPointer: true,
  fields: {
    generated: 'string',
    digest: 'string',
    dependencies: { kind: 'list', of: dependencyShape },
  },
}

/** Chart.lock: the exact versions that were chosen, and the digest of what they were chosen for. */
export interface ChartLock {
  /** A time in RFC 3339. */
  readonly generated: string
  readonly digest: string
  /** Undefined where the file has none; an entry is undefined where the file has null. */
  readonly dependencies: readonly (Dependency | undefined)[] | undefined
}

/** The lock of a chart; its last lock file counts. Undefined when there is none. */
export function readChartLock({ raw }: Pick<Chart, 'raw'>): ChartLock | undefined {
  const file = raw.findLast(({ name }) => name === 'Chart.lock' || name === 'requirements.lock')
  if (file === undefined) return undefined
  const lock = readLock(file.name, file.data)
  if (lock === undefined) return undefined
  const digest = lock.get('digest')
  return {
    generated: generatedText(file.name, lock.get('generated')),
    digest: typeof digest === 'string' ? digest : '',
    dependencies: dependenciesOf(lock.get('dependencies')),
  }
}

/** Chart.lock as Helm writes it. */
export function lockText({ generated, digest, dependencies }: ChartLock): string {
  const list = dependencies?.map((one) => (one === undefined ? null : dependencyFields(one)))
  const fields = new Map<string, Value>([
    ['generated', generated],
    ['digest', digest],
    ['dependencies', list ?? null],
  ])
  return `${writeYaml(fields)}\n`
}

/** Chart.lock as Helm writes it anew. Undefined when there is none. */
export function lockYaml(chart: Chart): string | undefined {
  const lock = readChartLock(chart)
  return lock && lockText(lock)
}

/** An empty file is no lock. */
function readLock(name: string, data: Uint8Array): ReadonlyMap<string, Value> | undefined {
  try {
    const value = readYamlAs(fromBytes(data), lockShape)
    return isTable(value) ? value : undefined
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new ChartError('load', `cannot load ${name}: ${error.message}`, { cause: error })
  }
}

const zeroTime = '0001-01-01T00:00:00Z'

/** A time goes through Go's time.Time, which has its own way to write the same moment. */
function generatedText(file: string, value: Value | undefined): string {
  if (typeof value !== 'string') return zeroTime
  const parsed = parseTime('2006-01-02T15:04:05Z07:00', value, utc)
  const written = parsed.ok ? formatRfc3339(parsed.value) : parsed
  if (written.ok) return written.value
  const decoding = 'error unmarshaling JSON: while decoding JSON'
  throw new ChartError('load', `cannot load ${file}: ${decoding}: ${written.error}`)
}

function dependenciesOf(value: Value | undefined): ChartLock['dependencies'] {
  if (!Array.isArray(value)) return undefined
  return value.map((item: Value) => (isTable(item) ? dependencyOf(item) : undefined))
}
