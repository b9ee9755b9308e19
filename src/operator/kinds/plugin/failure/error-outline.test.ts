import { expect, test } from 'vitest'
import { ChartError } from '../../../../chart/errors.ts'
import { KubeError } from '../../../../kube/errors.ts'
import { ReleaseError } from '../../../../release/errors.ts'
import { SourceError } from '../../../../sources/errors.ts'
import { RenderError } from '../../../../template/errors.ts'
import { errorOutline } from './error-outline.ts'

const secret = 'HUNTER2'
const facts = {
  // Secrets that are words of ours, too.
  redact: (text: string) => text.replaceAll(/hunter|template|refused|schema/g, '***'),
  namespaces: ['shop'],
}
const field = (name: string) => ({ reason: 'FieldValueInvalid', message: secret, field: name })
const location = { template: 'web/templates/a.yaml', line: 3, column: 7, lineText: '', node: '' }
const invalid = (name: string) =>
  new KubeError('invalid', `${secret} is invalid`, { reason: 'Invalid', causes: [field(name)] })

test.each([
  {
    error: new RenderError('execution', `execution error at (x): ${secret}`, { location }),
    told: 'the chart refuses its values (fail or required) at web/templates/a.yaml:3:7',
  },
  {
    error: new RenderError('execution', `web/templates/b.yaml:2:4\n  executing: ${secret}`),
    told: 'a template fails at web/templates/b.yaml:2:4',
  },
  {
    error: new RenderError('execution', secret, {
      location: { ...location, template: 'gotpl', lineText: secret },
    }),
    told: 'a template fails',
  },
  {
    error: new ChartError('schema', `web:\n- at '/a/b': '${secret}' does not match '^x$'`),
    told: "the values do not fit the schema of the chart at '/a/b'",
  },
  {
    error: new ChartError(
      'render',
      `YAML parse error on web/templates/c.yaml: yaml: line 4: ${secret}`,
    ),
    told: 'what web/templates/c.yaml renders to is no YAML (line 4 of that)',
  },
  {
    error: new ReleaseError('failed', secret, { cause: invalid('spec.containers[0].image') }),
    told: 'refused by the API server: Invalid at spec.containers[0].image',
  },
  { error: invalid(`data[${secret}]`), told: 'refused by the API server: Invalid at data' },
  {
    error: invalid(`metadata.labels.${secret}`),
    told: 'refused by the API server: Invalid at metadata.labels',
  },
  {
    error: invalid(`spec.env[${secret}].value`),
    told: 'refused by the API server: Invalid at spec.env[…].value',
  },
  {
    error: new ReleaseError('conflict', secret, { cause: invalid(`.spec.${secret}`) }),
    told: 'somebody else owns fields of an object',
  },
  {
    error: new KubeError(
      'forbidden',
      `secrets "${secret}" is forbidden: User "system:serviceaccount:a:b" cannot patch resource "secrets" in API group "" in the namespace "shop"`,
      { reason: 'Forbidden' },
    ),
    told: 'refused by the API server: Forbidden: User "system:serviceaccount:a:b" cannot patch resource "secrets" in API group "" in the namespace "shop"',
  },
  {
    error: new KubeError(
      'forbidden',
      'User "system:serviceaccount:a:b" cannot patch resource "secrets" in API group "" in the namespace "hunter2"',
      { reason: 'Forbidden' },
    ),
    told: 'refused by the API server: Forbidden: User "system:serviceaccount:a:b" cannot patch resource "secrets" in API group "" in another namespace',
  },
  {
    error: invalid(`spec.settings.${secret}.colour`),
    told: 'refused by the API server: Invalid at spec.settings.….colour',
  },
  {
    error: invalid('spec.hunter.colour'),
    told: 'refused by the API server: Invalid at spec.***.colour',
  },
  {
    error: new ChartError('schema', `web:\n- at '/users/${secret}/0/pod-name': got string`),
    told: "the values do not fit the schema of the chart at '/users/…/0/pod-name'",
  },
  {
    error: new KubeError('invalid', secret, { reason: '', causes: [] }),
    told: 'refused by the API server: invalid',
  },
  {
    error: new SourceError('address-refused', 'fetching https://a.example/b is not allowed'),
    told: 'fetching https://a.example/b is not allowed',
  },
  { error: new ReleaseError('hook-failed', `Job ${secret} failed`), told: 'a hook failed' },
  {
    error: new ReleaseError('busy', 'release web in shop is being changed by a'),
    told: 'release web in shop is being changed by a',
  },
  { error: new Error(secret), told: 'it failed' },
])('$told', ({ error, told }) => {
  expect(errorOutline(error, facts)).toBe(told)
  expect(errorOutline(new ReleaseError('failed', secret, { cause: error }), facts)).toBe(told)
})
