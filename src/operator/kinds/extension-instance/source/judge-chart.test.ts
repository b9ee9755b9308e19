import { expect, test } from 'vitest'
import type { Chart } from '../../../../chart/chart.ts'
import { ChartError } from '../../../../chart/errors.ts'
import { loadFiles } from '../../../../chart/load/load.ts'
import { renderHere } from '../../../../chart/node/render-here.ts'
import type { RenderRound } from '../../../../chart/render/render-round.ts'
import { toBytes } from '../../../../formats/go-string.ts'
import { isOfChart, judgeChart } from './judge-chart.ts'

const never = new AbortController().signal
const place = {
  kubernetes: 'v1.34.1',
  gitVersion: 'v1.34.1',
  apiVersions: ['v1', 'batch/v1'],
  values: new Map(),
  name: 'r',
  namespace: 'n',
}

function chartOf(kubeVersion: string, template: string): Chart {
  const metadata = { apiVersion: 'v2', name: 'c', version: '1.0.0', kubeVersion }
  const files = [
    { name: 'Chart.yaml', data: toBytes(JSON.stringify(metadata)) },
    { name: 'templates/a.yaml', data: toBytes(template) },
  ]
  return loadFiles(files, (data) => data)
}

const cronJob = (version: string) =>
  `apiVersion: batch/${version}\nkind: CronJob\nmetadata: {name: a}\n`
const gone = ['batch/v1beta1 CronJob a was removed in Kubernetes 1.25: use batch/v1']
const tooLate: RenderRound = async () => {
  throw new ChartError('limit', 'rendering chart c took longer than 60 seconds')
}
const unasked: RenderRound = async () => {
  throw new Error('nobody should have asked')
}
const attentive: RenderRound = async (request, given, signal) => {
  signal.throwIfAborted()
  return renderHere(request, given, signal)
}

test.each([
  { name: 'an object of a kind that is gone', template: cronJob('v1beta1'), says: gone },
  { name: 'a kind that is gone, in a comment', template: '# batch/v1beta1\n', says: [] },
  { name: 'nothing that is gone, unrendered', template: cronJob('v1'), round: unasked, says: [] },
  {
    name: 'another Kubernetes, unrendered',
    range: '<1.30',
    template: cronJob('v1beta1'),
    round: unasked,
    says: [expect.stringContaining('the chart wants Kubernetes <1.30')],
  },
])('a chart with $name is judged', async ({ range = '', template, round = renderHere, says }) => {
  expect(await judgeChart(chartOf(range, template), place, round, never)).toEqual(says)
})

test.each([
  { name: 'fails', template: '{{ fail "batch/v1beta1" }}', says: 'batch/v1beta1' },
  { name: 'takes too long', template: cronJob('v1beta1'), round: tooLate, says: 'longer than' },
])('a chart that $name cannot be judged', async ({ template, round = renderHere, says }) => {
  const error = await judgeChart(chartOf('', template), place, round, never).catch((one) => one)
  expect(isOfChart(error)).toBe(true)
  expect(String(error)).toContain(says)
})

test('who no longer wants to know is not told that a chart fits', async () => {
  const ended = AbortSignal.abort(new Error('stopped'))
  const chart = chartOf('', cronJob('v1beta1'))
  await expect(judgeChart(chart, place, attentive, ended)).rejects.toThrow('stopped')
})
