import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ciSteps } from './steps.ts'

const packageFile = join(import.meta.dirname, '..', '..', 'package.json')
const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

const asked = ciSteps({ version: '0.1.0', corpus: 'corpus' })
  .map(({ command }) => command)
  .filter(([program]) => program === 'npm')
  .map(([, verb, script]) => (verb === 'run' ? script : verb))

test.each(asked)('package.json has the script %s that CI runs', (script) => {
  expect(Object.keys(scripts)).toContain(script)
})
