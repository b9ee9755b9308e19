import type { Io } from '../io.ts'
import type { OutputFormat } from '../output/format.ts'
import { printResult } from '../output/print-result.ts'
import { type SandboxFolder, readRunning, readSettings } from './sandbox-folder.ts'

interface Row {
  readonly name: string
  readonly state: 'running' | 'stopped'
  readonly kubernetes: string
  readonly address: string
  readonly kubeconfig: string
  readonly folder: string
}

/** Prints how sandboxes stand. */
export async function printSandboxes(
  folders: readonly SandboxFolder[],
  format: OutputFormat,
  shape: 'one' | 'list',
  io: Io,
): Promise<void> {
  const rows = await Promise.all(folders.map(rowOf))
  const columns = [
    { header: 'name', cell: ({ name }: Row) => name },
    { header: 'state', cell: ({ state }: Row) => state },
    { header: 'kubernetes', cell: ({ kubernetes }: Row) => kubernetes },
    { header: 'address', cell: ({ address }: Row) => address || '-' },
    { header: 'kubeconfig', cell: ({ kubeconfig }: Row) => kubeconfig },
  ]
  const plain = rows.map((row) => ({ ...row }))
  const value = shape === 'one' ? (plain[0] ?? {}) : plain
  const result = { noun: 'sandbox', name: ({ name }: Row) => name, columns, rows, value }
  await printResult(result, format, io)
}

async function rowOf(folder: SandboxFolder): Promise<Row> {
  const [settings, running] = await Promise.all([readSettings(folder), readRunning(folder)])
  return {
    name: folder.name,
    state: running === undefined ? 'stopped' : 'running',
    kubernetes: settings?.kubernetes ?? '',
    address: running?.url ?? '',
    kubeconfig: folder.kubeconfig,
    folder: folder.path,
  }
}
