import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCorpus } from '../parity/corpus.ts'
import { renderInChromium } from './render-in-chromium.ts'

const corpus = fileURLToPath(new URL('../charts', import.meta.url))

test('our own charts render in Chromium to the bytes that helm prints, under a strict policy', async () => {
  const cases = readCorpus(corpus).filter((one) => one.verdict !== 'random')
  const { results, violations } = await renderInChromium(corpus, cases)
  const different = results.filter(({ comparison }) => !comparison.same)
  expect(different.map(({ one, comparison }) => ({ ...one, comparison }))).toEqual([])
  expect(violations).toEqual([])
  expect(results.length).toBeGreaterThan(50)
})
