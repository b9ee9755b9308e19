import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { VerifiedBy } from '../../../src/sources/verify/verification.ts'
import { verifyChart } from '../../../src/sources/verify/verify-chart.ts'
import { type Verdict, filesFolder, recordedFile } from './helm.ts'
import { type ProvenanceRow, rows } from './rows.ts'

const recorded = JSON.parse(readFileSync(recordedFile, 'utf8')) as Readonly<Record<string, Verdict>>
const { signal } = new AbortController()

test('every row is recorded, and no other', () => {
  expect(Object.keys(recorded)).toEqual(rows.map(({ name }) => name))
})

test.each(rows)('as helm verify: $name', async (row) => {
  expect(await verdictOn(row)).toEqual(expectedOf(row, recorded[row.name]))
})

test.each(rows)('accepted or refused as by helm, or a reason why not: $name', (row) => {
  const isSame = isAccepted(recorded[row.name]) === (row.says === undefined)
  expect(isSame).toBe(row.differs === undefined)
})

function isAccepted(verdict: Verdict | undefined): verdict is { readonly output: string } {
  return verdict !== undefined && 'output' in verdict
}

// The words of a refusal are ours: Helm's are those of its library.
function expectedOf({ says }: ProvenanceRow, helm: Verdict | undefined): unknown {
  if (says !== undefined) return refusedFor(says)
  return isAccepted(helm) ? helm : accepted
}

const accepted = { output: expect.any(String) }
const refusedFor = (says: string) => ({ error: expect.stringContaining(says) })

test('a provenance file without end is refused before it is read', async () => {
  const [row] = rows
  if (row === undefined) throw new Error('there are no rows')
  const provenance = Buffer.concat([read(row.prov), Buffer.alloc(1024 * 1024, 'x')])
  const demand = { provenance: { keyring: read(row.keyring) } }
  const chart = { fileName: 'demo-0.1.0.tgz', archive: read('demo-0.1.0.tgz'), provenance }
  const message = 'the provenance file is larger than the limit of 1048576 bytes'
  await expect(verifyChart(chart, demand, signal)).rejects.toThrow(message)
})

test('a chart without provenance file is refused', async () => {
  const demand = { provenance: { keyring: read('rsa.gpg') } }
  const chart = { fileName: 'demo-0.1.0.tgz', archive: read('demo-0.1.0.tgz') }
  const refused = { code: 'not-verified', message: 'wanted a provenance file, found none' }
  await expect(verifyChart(chart, demand, signal)).rejects.toMatchObject(refused)
})

async function verdictOn(row: ProvenanceRow): Promise<Verdict> {
  const chart = {
    fileName: row.fileName ?? 'demo-0.1.0.tgz',
    archive: read(row.archive ?? 'demo-0.1.0.tgz'),
    provenance: read(row.prov),
  }
  try {
    const demand = { provenance: { keyring: read(row.keyring) } }
    return { output: helmText(await verifyChart(chart, demand, signal)) }
  } catch (error) {
    return { error: String(error) }
  }
}

function helmText(verified: VerifiedBy): string {
  if (verified.by !== 'provenance') throw new Error(`verified by ${verified.by}`)
  const { identities, fingerprint, digest } = verified
  const signers = identities.map((identity) => `Signed by: ${identity}\n`).join('')
  return `${signers}Using Key With Fingerprint: ${fingerprint}\nChart Hash Verified: ${digest}\n`
}

function read(file: string): Uint8Array {
  return readFileSync(join(filesFolder, file))
}
