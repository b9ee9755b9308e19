import { isJsonObject } from '../../../objects/json.ts'
import { type KubeObject, listAt, readPath, textAt } from '../../../objects/kube-object.ts'

/** The managers of a platform: whatever another one has on a Cluster is somebody else's. */
export const platformManagers = {
  /** Writes everything that is the platform's own. */
  own: 'outrigger',
  /** Asks the operator of a condition. */
  asking: 'outrigger-delegation',
} as const

/** The fields of a Cluster that somebody else has. */
export interface OthersWrite {
  readonly manager: string
  /** `Apply` for server-side apply, else `Update`. */
  readonly operation: string
  /** Types of conditions. */
  readonly conditions: readonly string[]
  /** Other fields, such as `spec` or `status.phase`. */
  readonly others: readonly string[]
}

/** Everything on a Cluster that managers other than the platform's have. */
export function othersWrites(cluster: KubeObject): readonly OthersWrite[] {
  const ours: ReadonlySet<string> = new Set(Object.values(platformManagers))
  return listAt(cluster, ['metadata', 'managedFields']).flatMap((entry) => {
    const manager = textAt(entry, ['manager'])
    if (ours.has(manager)) return []
    const fields = readPath(entry, ['fieldsV1'])
    const own = keysOf(readPath(fields, ['f:status', 'f:conditions'])).filter((one) => one !== '.')
    const status = keysOf(readPath(fields, ['f:status'])).filter((one) => one !== 'f:conditions')
    const rest = keysOf(fields).filter((one) => one !== 'f:status')
    return {
      manager,
      operation: textAt(entry, ['operation']),
      conditions: own.map(typeOf),
      others: [...rest.map(plain), ...status.map((one) => `status.${plain(one)}`)],
    }
  })
}

/** The manager that has the status of a condition; undefined when none has. */
export function managerOf(cluster: KubeObject, type: string): string | undefined {
  const key = `k:${JSON.stringify({ type })}`
  const entry = listAt(cluster, ['metadata', 'managedFields']).find(
    (one) => readPath(one, ['fieldsV1', 'f:status', 'f:conditions', key, 'f:status']) !== undefined,
  )
  return entry === undefined ? undefined : textAt(entry, ['manager'])
}

function keysOf(value: ReturnType<typeof readPath>): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : []
}

function plain(key: string): string {
  return key.replace(/^f:/, '')
}

// `k:{"type":"EnsureGalaxy"}`
function typeOf(key: string): string {
  const [, text = '{}'] = /^k:(.*)$/.exec(key) ?? []
  return textAt(JSON.parse(text), ['type'])
}
