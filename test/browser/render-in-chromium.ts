import { chromium } from 'playwright-core'
import { findOracle } from '../oracles/find.ts'
import { type CorpusCase, expectedOf } from '../parity/corpus.ts'
import { compareOutcome, type Comparison } from '../parity/compare.ts'
import { servePage } from './serve.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export interface PageResult {
  readonly one: CorpusCase
  readonly comparison: Comparison
}

// A fresh profile that talks to nobody; tests may run as root, where Chromium wants no sandbox.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']

/** Renders cases of a corpus in headless Chromium, under a policy without eval, and compares them with helm's. */
export async function renderInChromium(
  corpus: string,
  cases: readonly CorpusCase[],
): Promise<{ results: PageResult[]; violations: string[] }> {
  const server = await servePage(corpus)
  const browser = await chromium.launch({ executablePath: findOracle('chromium'), args: flags })
  try {
    const page = await browser.newPage()
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') violations.push(message.text())
    })
    page.on('pageerror', (error) => violations.push(error.message))
    await page.goto(server.address)
    await page.waitForFunction('typeof renderInPage === "function"')
    const results: PageResult[] = []
    for (const one of cases) {
      const outcome: { output: string } | { error: string } = await page.evaluate(
        `renderInPage(${JSON.stringify(jobOf(corpus, one))})`,
      )
      results.push({
        one,
        comparison: compareOutcome(one.verdict, [outcome], expectedOf(corpus, one)),
      })
    }
    return { results, violations }
  } finally {
    await browser.close()
    await server.close()
  }
}

function jobOf(corpus: string, one: CorpusCase) {
  const archive = `charts/${one.id}.tgz`
  const values = `values/${one.id}/${one.case}.yaml`
  return {
    chart: existsSync(join(corpus, archive)) ? `corpus/${archive}` : `corpus/charts/${one.id}`,
    values: existsSync(join(corpus, values)) ? [`corpus/${values}`] : [],
  }
}
