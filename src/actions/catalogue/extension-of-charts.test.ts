import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadChart } from '../../chart/node/load-chart.ts'
import { parseExtension } from '../../kinds/extension.ts'
import { checkExtension } from '../../operator/sources/check-extension.ts'
import { extensionOfCharts } from './extension-of-charts.ts'

function builtIn(name: string) {
  return loadChart(fileURLToPath(new URL(`../../../charts/${name}`, import.meta.url)))
}

test('a chart becomes an extension that can be used', () => {
  const input = { name: 'metrics', repo: 'builtin', is: 'repository' } as const
  const spec = extensionOfCharts([builtIn('metrics')], input)
  expect(spec).toMatchObject({
    displayName: 'Metrics',
    category: 'monitoring',
    logo: expect.stringMatching(/^data:image\/svg/) as string,
    links: [{ name: 'Home', url: 'https://github.com/kubernetes/kube-state-metrics' }],
    parameters: { title: 'Metrics', additionalProperties: false },
    sources: [
      {
        version: '2.1.0',
        appVersion: 'v2.17.0',
        kubernetes: '>=1.29.0-0',
        repo: 'builtin',
        name: 'metrics',
        chartVersion: '2.1.0',
      },
    ],
  })
  const parsed = parseExtension({ metadata: { name: 'metrics' }, spec })
  expect(parsed.ok && checkExtension(parsed.value, () => undefined)).toEqual([])
})

test.each(['ingress', 'cert-issuer', 'policy', 'queue', 'all-in-one', 'autoscaler', 'backup'])(
  'the built-in %s is a valid extension',
  (name) => {
    const spec = extensionOfCharts([builtIn(name)], { name, repo: 'builtin', is: 'repository' })
    const parsed = parseExtension({ metadata: { name }, spec })
    expect(parsed.ok && checkExtension(parsed.value, () => undefined)).toEqual([])
  },
)

test('in a registry the address is the chart', () => {
  const repo = 'oci://registry.example.com/charts/policy'
  const { sources } = extensionOfCharts([builtIn('policy')], { name: 'policy', repo, is: 'chart' })
  expect(sources).toEqual([
    {
      version: '1.0.4',
      appVersion: '1.0.4',
      kubernetes: '>=1.30.0-0',
      repo,
      chartVersion: '1.0.4',
    },
  ])
})
