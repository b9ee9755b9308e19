import { expect, test } from 'vitest'
import { type LogFormat, createLog } from './log-lines.ts'

function linesOf(format: LogFormat, level: 'debug' | 'info' | 'warn' | 'error'): string[] {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = createLog({ format, level, now: () => 0, write })
  log('debug', 'pass ended', { object: 'shop/web', milliseconds: 12 })
  log('info', 'Installed', { object: 'shop/web', pass: '7', cluster: '', note: 'revision 1' })
  log('warn', 'pass failed', {
    object: 'shop/web',
    error: 'no answer\nfrom "it"',
    cluster: undefined,
  })
  return lines
}

test('a line for people has time, level, message and fields', () => {
  expect(linesOf('text', 'info')).toEqual([
    '1970-01-01T00:00:00.000Z info  Installed object=shop/web pass=7 note="revision 1"\n',
    '1970-01-01T00:00:00.000Z warn  pass failed object=shop/web error="no answer\\nfrom \\"it\\""\n',
  ])
})

test('a line for programs is one JSON object, whatever is in it', () => {
  const lines = linesOf('json', 'debug')
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'debug',
      message: 'pass ended',
      object: 'shop/web',
      milliseconds: 12,
    },
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      message: 'Installed',
      object: 'shop/web',
      pass: '7',
      note: 'revision 1',
    },
    {
      time: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      message: 'pass failed',
      object: 'shop/web',
      error: 'no answer\nfrom "it"',
    },
  ])
})

test.each([
  { level: 'debug', count: 3 },
  { level: 'info', count: 2 },
  { level: 'warn', count: 1 },
  { level: 'error', count: 0 },
] as const)('of level $level there are $count lines', ({ level, count }) => {
  expect(linesOf('text', level)).toHaveLength(count)
})
