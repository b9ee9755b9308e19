import { expect, test } from 'vitest'
import { findOracle } from '../oracles/find.ts'
import { runCampaign } from './fuzz/campaign.ts'

// A fixed sample of what `npm run fuzz:template` does at length.
const cases = 300
const seed = 20_240

test.each(['language', 'functions'] as const)(
  'random templates about %s render as with the real helm',
  async (mode) => {
    const { differences } = await runCampaign({
      mode,
      seed,
      cases,
      helm: findOracle('helm4'),
      signal: new AbortController().signal,
      progress: () => {},
    })
    const found = differences.map(({ one, ours, helm }) => ({ template: one.template, ours, helm }))
    expect(found).toEqual([])
  },
)
