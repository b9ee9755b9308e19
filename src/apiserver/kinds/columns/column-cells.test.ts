import { expect, test } from 'vitest'
import type { JsonObject } from '../../../objects/json.ts'
import { cellsOf } from './column-cells.ts'

const now = new Date('2026-01-01T00:10:00Z')
const old = { firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T00:09:50Z' }

// As kubectl prints events of the real server.
test.each<{ name: string; event: JsonObject; shown: readonly unknown[] }>([
  {
    name: 'an event of the older API',
    event: { ...old, count: 3, source: { component: 'kubelet', host: 'a' } },
    shown: ['10s', '10m', 3, 'kubelet, a'],
  },
  {
    name: 'an event of the newer API',
    event: {
      eventTime: '2026-01-01T00:09:40.000000Z',
      firstTimestamp: null,
      lastTimestamp: null,
      reportingComponent: 'outrigger',
    },
    shown: ['20s', '20s', 1, 'outrigger'],
  },
  {
    name: 'one that is counted',
    event: {
      eventTime: '2026-01-01T00:09:40.000000Z',
      series: { count: 4, lastObservedTime: '2026-01-01T00:09:55.000000Z' },
      reportingComponent: 'outrigger',
      reportingInstance: 'one',
    },
    shown: ['5s', '20s', 4, 'outrigger, one'],
  },
])('$name', ({ event, shown }) => {
  const cells = cellsOf('events')
  const columns = ['Last Seen', 'First Seen', 'Count', 'Source']
  expect(columns.map((column) => cells[column]?.(event, now))).toEqual(shown)
})
