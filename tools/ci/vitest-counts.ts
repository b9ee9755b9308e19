export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What we read of vitest's JSON reporter. */
interface Report {
  readonly testResults: readonly FileResult[]
}
interface FileResult {
  readonly status: string
  readonly assertionResults: readonly { readonly status: string }[]
}

/** Counts the tests of a vitest JSON report. A file that broke outside its tests, while loading say, counts as one failed. */
export function countVitestReport(json: string): Counts {
  const files = parseReport(json).testResults
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status))
  const broken = files.filter(isBroken)
  const passed = statuses.filter((status) => status === 'passed').length
  const failed = statuses.filter((status) => status === 'failed').length
  const skipped = statuses.length - passed - failed
  return { passed, failed: failed + broken.length, skipped }
}

function isBroken({ status, assertionResults }: FileResult): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
}

function parseReport(json: string): Report {
  const report = JSON.parse(json) as Partial<Report> | null
  if (Array.isArray(report?.testResults)) return report as Report
  throw new Error(`not a vitest report: ${json.slice(0, 80)}`)
}
