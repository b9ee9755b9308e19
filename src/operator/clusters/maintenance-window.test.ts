import { describe, expect, test, vi } from 'vitest'
import type { Maintenance } from '../../kinds/shared-fields.ts'
import { windowState } from './maintenance-window.ts'

type Window = Maintenance['windows'][number]

const at = (text: string) => Date.parse(text)
const of = (windows: readonly Partial<Window>[], timeZone = 'UTC') => ({
  of: 'Plugin a',
  maintenance: { timeZone, windows: windows.map((one) => ({ action: 'allow' as const, ...one })) },
})
const nights = { days: ['Sat', 'Sun'], from: '22:00', to: '04:00' } as const

describe('a maintenance with windows', () => {
  test.each([
    // 2026-11-21 is a Saturday.
    { name: 'no window at all', windows: [], now: '2026-11-18T12:00Z', opens: 'open' },
    {
      name: 'before a window',
      windows: [nights],
      now: '2026-11-21T21:59Z',
      opens: '2026-11-21T22:00Z',
    },
    { name: 'at its beginning', windows: [nights], now: '2026-11-21T22:00Z', opens: 'open' },
    { name: 'after midnight', windows: [nights], now: '2026-11-23T03:59Z', opens: 'open' },
    { name: 'at its end', windows: [nights], now: '2026-11-23T04:00Z', opens: '2026-11-28T22:00Z' },
    {
      name: 'a day that it does not begin on',
      windows: [nights],
      now: '2026-11-21T03:00Z',
      opens: '2026-11-21T22:00Z',
    },
    {
      name: 'only a denial, outside',
      windows: [{ action: 'deny', from: '08:00', to: '18:00' }],
      now: '2026-11-18T07:59Z',
      opens: 'open',
    },
    {
      name: 'only a denial, within',
      windows: [{ action: 'deny', from: '08:00', to: '18:00' }],
      now: '2026-11-18T08:00Z',
      opens: '2026-11-18T18:00Z',
    },
    {
      name: 'a denial within an allowed time',
      windows: [nights, { action: 'deny', firstDate: '2026-11-21', lastDate: '2026-11-21' }],
      now: '2026-11-21T23:00Z',
      opens: '2026-11-22T00:00Z',
    },
    {
      name: 'a frozen season',
      windows: [{ action: 'deny', firstDate: '2026-12-20', lastDate: '2027-01-06' }],
      now: '2026-12-24T18:00Z',
      opens: '2027-01-07T00:00Z',
    },
    {
      name: 'a window of a far date',
      windows: [{ firstDate: '2027-03-01', lastDate: '2027-03-01', from: '10:00', to: '12:00' }],
      now: '2026-11-18T00:00Z',
      opens: '2027-03-01T10:00Z',
    },
    {
      name: 'a window that is over',
      windows: [{ lastDate: '2026-01-01' }],
      now: '2026-11-18T00:00Z',
      opens: 'never',
    },
    {
      name: 'denied for ever',
      windows: [{ action: 'deny' }],
      now: '2026-11-18T00:00Z',
      opens: 'never',
    },
  ] as const)('$name', ({ windows, now, opens }) => {
    expect(toldOf(windowState([of(windows)], at(now)))).toBe(opens)
  })

  test.each([
    { name: 'summer', now: '2026-07-18T19:59Z', opens: '2026-07-18T20:00Z' },
    { name: 'winter', now: '2026-11-21T20:30Z', opens: '2026-11-21T21:00Z' },
    // The clocks go back at 01:00Z of 2026-10-25: the night is an hour longer.
    { name: 'the longer night', now: '2026-10-25T02:30Z', opens: 'open' },
    { name: 'after the longer night', now: '2026-10-25T03:00Z', opens: '2026-10-25T21:00Z' },
  ])('goes by the clocks of its time zone in $name', ({ now, opens }) => {
    expect(toldOf(windowState([of([nights], 'Europe/Berlin')], at(now)))).toBe(opens)
  })
})

test('all of them must be open', () => {
  const profile = { ...of([{ from: '20:00', to: '23:00' }]), of: 'Profile production' }
  const plugin = of([{ from: '22:00', to: '02:00' }])
  expect(windowState([profile, plugin], at('2026-11-18T21:00Z'))).toEqual({
    is: 'closed',
    of: 'Plugin a',
    opensAt: at('2026-11-18T22:00Z'),
  })
  expect(windowState([profile, plugin], at('2026-11-18T23:30Z'))).toEqual({
    is: 'closed',
    of: 'Profile production',
    opensAt: at('2026-11-19T22:00Z'),
  })
})

test('an unknown time zone keeps everything closed and says so', () => {
  const state = windowState([of([nights], 'Mars/Olympus')], at('2026-11-21T23:00Z'))
  expect(state).toMatchObject({ is: 'closed', opensAt: undefined })
  expect(JSON.stringify(state)).toContain('Mars/Olympus')
})

// A tenant writes them, and the thread that works them out holds the lead.
test('as many windows as a plugin may have, which never open, cost little', () => {
  const denials = Array.from({ length: 32 }, (_, at) => ({
    action: 'deny' as const,
    firstDate: `2026-12-${at % 2 === 0 ? '01' : '15'}`,
    from: `${String(at % 24).padStart(2, '0')}:00`,
  }))
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const all = [of([...denials, { action: 'deny' }], 'Europe/Berlin')]
  expect(windowState(all, at('2026-11-21T23:00Z'))).toMatchObject({
    is: 'closed',
    opensAt: undefined,
  })
  // Once or twice for each day that is looked at: a day costs microseconds, a format a hundred times that.
  expect([asked.mock.calls.length < 200, made.mock.calls.length < 5]).toEqual([true, true])
  vi.restoreAllMocks()
})

function toldOf(state: ReturnType<typeof windowState>): string {
  if (state.is === 'open') return 'open'
  if (state.opensAt === undefined) return 'never'
  return new Date(state.opensAt).toISOString().replace(/:00\.000Z$/, 'Z')
}
