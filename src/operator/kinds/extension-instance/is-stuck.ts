import type { Reason } from '../../../kinds/conditions.ts'

interface Told {
  readonly conditions?: readonly {
    readonly type: string
    readonly status: string
    readonly reason: string
  }[]
}

/** Whether an instance is not installed and will not be before somebody does something about it. */
export function isStuck({ conditions = [] }: Told): boolean {
  const isSo = (wanted: string) =>
    conditions.some(({ type, status }) => type === wanted && status === 'True')
  const why = conditions.find(({ type }) => type === 'Ready')?.reason ?? ''
  return !isSo('Installed') && (isSo('Stalled') || needSomebody.has(why))
}

const needSomebody: ReadonlySet<string> = new Set<Reason>([
  'AccountMissing',
  'ClusterNotFound',
  'Conflict',
  'ExtensionNotFound',
  'Forbidden',
  'NoSource',
  'ValuesNotFound',
])
