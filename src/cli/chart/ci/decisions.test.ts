import { describe, expect, test } from 'vitest'
import { chooseCharts } from './choose-charts.ts'
import { choosePrevious } from './choose-previous.ts'
import { judgeVersion } from './judge-version.ts'
import { minorsText } from './report/release-notes.ts'

describe('the version of a chart', () => {
  test.each([
    {
      name: 'is new',
      facts: { version: '1.0.0', base: undefined, released: 'absent' },
      verdict: { state: 'passed', message: 'new' },
    },
    {
      name: 'was raised',
      facts: { version: '1.1.0', base: { version: '1.0.9', isSamePackage: false } },
      verdict: { state: 'passed', message: '1.0.9 → 1.1.0' },
    },
    {
      name: 'need not be raised when the package is the same',
      facts: { version: '1.0.0', base: { version: '1.0.0', isSamePackage: true } },
      verdict: { state: 'passed', message: 'the package is the same' },
    },
    {
      name: 'was not raised',
      facts: { version: '1.0.0', base: { version: '1.0.0', isSamePackage: false } },
      verdict: {
        state: 'failed',
        message:
          'the chart has changed and its version is still 1.0.0: raise version in Chart.yaml, to 1.0.1 at least',
      },
    },
    {
      name: 'went back',
      facts: { version: '1.0.0', base: { version: '1.0.1', isSamePackage: false } },
      verdict: {
        state: 'failed',
        message: '1.0.0 is lower than 1.0.1 before: a version never goes back',
      },
    },
    {
      name: 'differs by build metadata alone, which is no order',
      facts: { version: '1.0.0+b', base: { version: '1.0.0+a', isSamePackage: false } },
      verdict: {
        state: 'failed',
        message:
          'the chart has changed and its version is still 1.0.0+b: raise version in Chart.yaml, to 1.0.1 at least',
      },
    },
    {
      name: 'is the release of a pre-release',
      facts: { version: '1.0.0', base: { version: '1.0.0-rc.1', isSamePackage: false } },
      verdict: { state: 'passed', message: '1.0.0-rc.1 → 1.0.0' },
    },
    {
      name: 'is released with other content',
      facts: { version: '1.0.0', base: undefined, released: 'other' },
      verdict: {
        state: 'failed',
        message:
          '1.0.0 is released already with other content: raise version in Chart.yaml, to 1.0.1 at least',
      },
    },
    {
      name: 'is released as it is',
      facts: { version: '1.0.0', base: undefined, released: 'same' },
      verdict: { state: 'passed', message: 'released already' },
    },
    {
      name: 'is none',
      facts: { version: '1.0', base: undefined },
      verdict: { state: 'failed', message: '1.0 is no semantic version such as 1.2.3' },
    },
  ] as const)('$name', ({ facts, verdict }) => {
    expect(judgeVersion({ released: 'unknown', ...facts })).toEqual(verdict)
  })
})

test.each([
  {
    name: 'the highest below',
    of: ['1.0.0', '1.2.0', '1.1.0', '2.0.0'],
    now: '1.3.0',
    is: '1.2.0',
  },
  { name: 'not the same', of: ['1.0.0', '1.1.0'], now: '1.1.0', is: '1.0.0' },
  { name: 'no pre-release', of: ['1.0.0', '1.1.0-rc.1'], now: '1.1.0', is: '1.0.0' },
  { name: 'a pre-release for want of another', of: ['1.1.0-rc.1'], now: '1.1.0', is: '1.1.0-rc.1' },
  { name: 'none above', of: ['2.0.0'], now: '1.0.0', is: undefined },
  { name: 'no tag that is no version', of: ['v1.34', 'latest'], now: '1.0.0', is: undefined },
])('upgrades start from $name', ({ of, now, is }) => {
  expect(choosePrevious(of, now)).toBe(is)
})

test.each([
  { name: 'a chart with a changed file', files: ['/r/a/values.yaml'], chosen: ['/r/a'] },
  { name: 'no chart whose name begins alike', files: ['/r/ab/x'], chosen: [] },
  {
    name: 'charts that use a changed one',
    files: ['/r/lib/x'],
    chosen: ['/r/lib', '/r/b', '/r/c'],
  },
  { name: 'charts that use a folder elsewhere', files: ['/other/x'], chosen: ['/r/d'] },
  { name: 'nothing for files beside charts', files: ['/r/README.md'], chosen: [] },
])('$name is chosen', ({ files, chosen }) => {
  const charts = [
    { folder: '/r/a', uses: [] },
    { folder: '/r/lib', uses: [] },
    { folder: '/r/b', uses: ['/r/lib'] },
    { folder: '/r/c', uses: ['/r/b'] },
    { folder: '/r/d', uses: ['/other'] },
  ]
  expect(chooseCharts(charts, files)).toEqual(chosen)
})

test.each([
  { minors: [29, 30, 31], text: '1.29 to 1.31' },
  { minors: [29, 31], text: '1.29, 1.31' },
  { minors: [36], text: '1.36' },
])('$minors are told as $text', ({ minors, text }) => expect(minorsText(minors)).toBe(text))
