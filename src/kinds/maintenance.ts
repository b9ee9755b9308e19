import { choice, list, object, text, withDefault, type TypeOf } from './schema/schema.ts'

const mostWindows = 32

/** The days of a week, as windows name them. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

const clock = (description: string) =>
  text(description, { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5 })
const date = (description: string) =>
  text(description, {
    pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
    maxLength: 10,
  })

const window = object('A time of the week.', {
  action: withDefault(
    choice('Whether changes roll out in it, or do not.', ['allow', 'deny']),
    'allow',
  ),
  days: list('The days on which it begins; all of them when absent.', choice('A day.', weekdays), {
    maxItems: weekdays.length,
  }),
  from: clock('When it begins, `22:00`; at midnight when absent.'),
  to: clock(
    'When it ends, on the next day unless it is later than `from`; at midnight when absent.',
  ),
  firstDate: date('The first day on which it may begin, `2026-12-20`.'),
  lastDate: date('The last one.'),
})

/** When changes may roll out. */
export const maintenance = object(
  'When changes may roll out: not within a window that denies, and if some allow, only within one of them. Those of the Profiles of its cluster, of the Cluster and of the Plugin must all be open. `outrigger plugin retry` goes through closed ones.',
  {
    timeZone: withDefault(text('Of its windows, `Europe/Berlin`.', { maxLength: 64 }), 'UTC'),
    windows: withDefault(list('The windows.', window, { maxItems: mostWindows }), []),
  },
)

export type Maintenance = TypeOf<typeof maintenance>
