import { writeFileSync } from 'node:fs'
import { findOracle } from '../../oracles/find.ts'
import { recordedFile, verifyWithHelm } from './helm.ts'
import { makeFiles } from './make-files.ts'
import { rows } from './rows.ts'

// Importing this makes new keys and provenance files with the real gpg (OUTRIGGER_GPG, or the one on
// PATH), and records what the real helm says of each row.

const helm = findOracle('helm4')
makeFiles(helm)
const recorded = Object.fromEntries(rows.map((row) => [row.name, verifyWithHelm(helm, row)]))
writeFileSync(recordedFile, `${JSON.stringify(recorded, undefined, 1)}\n`)
console.log(`provenance: ${rows.length} rows`)
