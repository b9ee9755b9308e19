import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findOracle } from '../oracles/find.ts'
import { readCorpus } from '../parity/corpus.ts'
import { ownCorpus, runHelmTemplate } from './run-helm-template.ts'

// Every third case that helm renders alike each time: enough to notice a chart that was changed
// without `npm run parity:record`.
const sample = readCorpus(ownCorpus)
  .filter((one) => one.verdict !== 'random')
  .filter((_, index) => index % 3 === 0)
const helm = findOracle('helm4')

test.each(sample)('helm still says of $id/$case what was recorded', async ({ id, case: name }) => {
  const base = `${ownCorpus}/expected/${id}/${name}`
  const recorded = existsSync(`${base}.err`)
    ? { error: readFileSync(`${base}.err`, 'utf8') }
    : { output: readFileSync(`${base}.yaml`, 'utf8') }
  expect(await runHelmTemplate(helm, id, name)).toEqual(recorded)
})
