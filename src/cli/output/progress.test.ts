import { expect, test } from 'vitest'
import { captureIo } from '../../../test/cli/capture-io.ts'
import { createProgress, type Progress, type ProgressForm } from './progress.ts'
import { formatBar, formatBytes } from './progress-bar.ts'

test.each([
  { bytes: 0, text: '0 B' },
  { bytes: 999, text: '999 B' },
  { bytes: 1000, text: '1.0 kB' },
  { bytes: 123_456, text: '123 kB' },
  { bytes: 26_400_000, text: '26.4 MB' },
  { bytes: 999_600_000, text: '1.0 GB' },
])('$bytes bytes are $text', ({ bytes, text }) => expect(formatBytes(bytes)).toBe(text))

test.each([
  {
    name: 'half',
    task: { label: 'web-1.0.0.tgz', received: 500, total: 1000 },
    line: 'web-1.0.0.tgz  ████████████░░░░░░░░░░░░  50%  1.0 kB',
  },
  {
    name: 'how long it still takes',
    task: { label: 'a', received: 250, total: 1000, elapsed: 50_000 },
    line: `a  ${'█'.repeat(6)}${'░'.repeat(18)}  25%  1.0 kB  2 min 30 s left`,
  },
  {
    name: 'more than was promised',
    task: { label: 'a', received: 2000, total: 1000 },
    line: `a  ${'█'.repeat(24)} 100%  1.0 kB`,
  },
  {
    name: 'no end in sight',
    task: { label: 'a', received: 1500, total: undefined },
    line: 'a  1.5 kB',
  },
  {
    name: 'a long name on a narrow terminal',
    task: { label: 'x'.repeat(60), received: 0, total: undefined },
    columns: 40,
    line: '…xxxxxxxxx  0 B',
  },
])('shows $name', ({ task, columns, line }) => expect(formatBar(task, columns)).toBe(line))

/** Two downloads, one of which fails, with a word in between. */
function story(form: ProgressForm): string {
  const { io, written } = captureIo('terminal')
  let time = 0
  const progress: Progress = createProgress(io.stderr, form, () => time)
  const first = progress.start('first')
  const second = progress.start('second')
  first.expect(100)
  time = 1000
  first.advance(50)
  progress.say('a word')
  time = 2000
  second.advance(5)
  first.advance(50)
  first.end('done')
  second.end('failed')
  progress.close()
  return written.stderr
}

const up = (lines: number) => `\u001B[${lines}A\u001B[J`
const bar = `first  ${'█'.repeat(12)}${'░'.repeat(12)}  50%  100 B\n`

const expected: Record<ProgressForm, string> = {
  bars: `${bar}second  0 B\n${up(2)}a word\n${bar}second  5 B\n${up(2)}`,
  lines: 'a word\nfetched first (100 B)\n',
  events: [
    '{"event":"start","task":"first","received":0}',
    '{"event":"start","task":"second","received":0}',
    '{"event":"progress","task":"first","received":0,"total":100}',
    'a word',
    '{"event":"done","task":"first","received":100,"total":100}',
    '{"event":"failed","task":"second","received":5}',
    '',
  ].join('\n'),
}

test.each(Object.entries(expected))('tells two downloads in %s', (form, text) => {
  expect(story(form as ProgressForm)).toBe(text)
})

test('shows nothing for what is over at once', () => {
  const { io, written } = captureIo('terminal')
  const progress = createProgress(io.stderr, 'bars', () => 0)
  const task = progress.start('quick')
  task.advance(10)
  task.end('done')
  progress.close()
  expect(written.stderr).toBe('')
})
