import { expect, test } from 'vitest'
import { golden } from '../../../test/golden.ts'
import { runCli } from '../../../test/cli/run-cli.ts'

const folder = `${import.meta.dirname}/testdata/explain`
const chart = `${folder}/chart`
const given = ['-f', `${folder}/mine.yaml`, '--set', 'image.repository=apache']

/** The output that a user sees, the same wherever the repository is. */
async function transcript(words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(words)
  return `${stdout}${stderr}exit ${exitCode}\n`.replaceAll(`${folder}/`, '')
}

const image = 'Deployment/demo:spec.template.spec.containers[0].image'
const explain = ['chart', 'explain', chart, 'demo', ...given]

const explanations: Readonly<Record<string, readonly string[]>> = {
  summary: explain,
  'summary-json': [...explain, '-o', 'json'],
  line: [...explain, '--line', '8'],
  'line-of-helm': [...explain, '--line', '1'],
  field: [...explain, '--path', image],
  'field-json': [...explain, '--path', image, '-o', 'json'],
  'whole-table': [...explain, '--path', image.replace('.image', '.resources')],
  subchart: [...explain, '--path', 'Service/demo-cache:metadata.labels'],
}

test.each(Object.entries(explanations))('explains %s', async (name, words) => {
  const text = await transcript(words)
  expect(text).toBe(golden(`${folder}/${name}.golden`, text))
})

test.each([
  { words: ['--line', '99'], error: 'the output has 32 lines, there is no line 99' },
  { words: ['--line', '0'], error: '--line: wanted a number from 1, found 0' },
  { words: ['--line', '1', '--path', 'A/b'], error: 'wanted --line or --path, found both' },
  {
    words: ['--path', 'Deployment/web:spec'],
    error: 'no object Deployment/web in the output; it has Service/demo-cache, Deployment/demo',
  },
  {
    words: ['--path', 'Deployment/demo:spec.replica'],
    error:
      'no field spec.replica in Deployment/demo; spec of Deployment/demo has replicas, template',
  },
  {
    words: ['--path', 'Deployment/demo:spec.replicas.x'],
    error:
      'no field spec.replicas.x in Deployment/demo; spec.replicas of Deployment/demo has no fields',
  },
  {
    words: ['--path', 'demo'],
    error: 'wanted an object and a field such as Deployment/web:spec.replicas, found demo',
  },
])('refuses $words and says what there is', async ({ words, error }) => {
  const { exitCode, stderr } = await runCli([...explain, ...words])
  expect(stderr.split('\n')[0]).toBe(`error: ${error}`)
  expect(exitCode).toBeGreaterThan(0)
})

const failures = ['missing', 'type', 'required', 'range', 'field', 'fail', 'tpl', 'secret']

test.each(failures)(
  'after the text of Helm for the failure %s stands what led to it',
  async (failure) => {
    const set = `fail=${failure},adminPassword=hunter2`
    const text = await transcript(['template', 'demo', chart, ...given, '--set', set])
    expect(text).toBe(golden(`${folder}/failure-${failure}.golden`, text))
    expect(text).not.toContain('hunter2')
  },
)

test('a template that cannot be parsed is shown too', async () => {
  const broken = `${import.meta.dirname}/../../../test/charts/charts/error-function`
  const { stderr } = await runCli(['template', broken])
  expect(stderr).toContain('\n\nwhere: error-function/templates/c.yaml:1\n 1 | ')
})
