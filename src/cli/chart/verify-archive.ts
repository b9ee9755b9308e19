import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { maxArchiveBytes, maxSmallFileBytes } from '../../sources/http/limits.ts'
import type { Verification, VerifiedBy } from '../../sources/verify/verification.ts'
import { verifyChart } from '../../sources/verify/verify-chart.ts'
import { PlainError } from '../errors.ts'
import { goReason, readPlainFile } from '../read-plain-file.ts'

/** The demand, and whether it is for a provenance file, which is known before any file is read. */
export interface ArchiveDemand {
  readonly isProvenance: boolean
  readonly read: () => Promise<Verification>
}

/** Verifies an archive of this machine by what lies beside it; refuses in helm's words and order. */
export async function verifyArchive(
  path: string,
  demand: ArchiveDemand,
  signal: AbortSignal,
): Promise<VerifiedBy> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new PlainError(`stat ${path}: ${goReason(cause)}`, { cause })
  })
  if (found.isDirectory()) throw new PlainError('unpacked charts cannot be verified')
  if (!/\.tgz$/i.test(path)) throw new PlainError('chart must be a tgz file')
  const provenance = `${path}.prov`
  if (demand.isProvenance) await requireProvenance(provenance)
  const verification = await demand.read()
  const archive = await readPlainFile(path, maxArchiveBytes, signal)
  const chart = { fileName: basename(path), archive }
  const read = (file: string) => readPlainFile(file, maxSmallFileBytes, signal)
  if (demand.isProvenance) {
    const signed = { ...chart, provenance: await read(provenance) }
    return await verifyChart(signed, verification, signal)
  }
  const bundle = `${path}.sigstore.json`
  const isThere = (await stat(bundle).catch(() => undefined)) !== undefined
  const signed = isThere ? { ...chart, bundle: await read(bundle) } : chart
  return await verifyChart(signed, verification, signal)
}

async function requireProvenance(path: string): Promise<void> {
  await stat(path).catch((cause: unknown) => {
    const reason = `stat ${path}: ${goReason(cause)}`
    throw new PlainError(`could not load provenance file ${path}: ${reason}`, { cause })
  })
}
