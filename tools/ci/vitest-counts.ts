export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The fields of vitest's JSON reporter that we read. */
interface Report {
  readonly testResults: readonly FileResult[]
}
interface FileResult {
  readonly name: string
  readonly status: string
  /** Why a file broke outside its tests. */
  readonly message?: string
  readonly assertionResults: readonly TestResult[]
}
interface TestResult {
  readonly status: string
  readonly fullName?: string
  readonly failureMessages?: readonly string[]
}

export interface SuiteResult extends Counts {
  readonly failedFiles: readonly string[]
}

/** Counts the tests of a vitest JSON report. A file that broke outside its tests, while loading say, counts as one failed. */
export function countVitestReport(json: string): SuiteResult {
  const files = parseReport(json).testResults
  const failedFiles = files.filter(({ status }) => status === 'failed')
  return { ...countTests(files), failedFiles: failedFiles.map(({ name }) => name) }
}

/** The result of a suite some of whose files were run again: what they said the second time counts. */
export function countSecondLook(first: string, second: string): Counts {
  const again = parseReport(second).testResults
  const repeated = new Set(again.map(({ name }) => name))
  const others = parseReport(first).testResults.filter(({ name }) => !repeated.has(name))
  return countTests([...others, ...again])
}

/** A line for every test that failed: its file, its name and the first line of the reason. */
export function describeFailures(json: string): readonly string[] {
  return parseReport(json).testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const lines = failed.map((each) => failureLine(file, each.fullName, each.failureMessages?.[0]))
    return isBroken(file) ? [failureLine(file, undefined, file.message)] : lines
  })
}

function failureLine(file: FileResult, test = 'outside its tests', reason = ''): string {
  const [first = ''] = reason.split('\n')
  return `${file.name}: ${test}${first === '' ? '' : `: ${first.slice(0, 300)}`}`
}

function countTests(files: readonly FileResult[]): Counts {
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
