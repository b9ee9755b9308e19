import { expect, test } from 'vitest'
import type { ReleaseEvent } from '../../../release/release.ts'
import { VirtualClock } from '../../../std/node/virtual-clock-for-test.ts'
import type { Sink } from '../../io.ts'
import { liveViewFor, terminalView } from './live-view.ts'

const web = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'a', name: 'web' }
const page = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'a', name: 'page' }
const job = { group: 'batch', version: 'v1', kind: 'Job', namespace: 'a', name: 'seed' }

const events: readonly ReleaseEvent[] = [
  { type: 'step', step: 'applying' },
  { type: 'hook', event: 'pre-install', object: job, phase: 'Running' },
  { type: 'log', object: job, pod: 'seed-x', container: 'seed', text: 'one\ntwo\n' },
  { type: 'hook', event: 'pre-install', object: job, phase: 'Succeeded' },
  { type: 'object', object: page, did: 'unchanged' },
  { type: 'object', object: web, did: 'created' },
  { type: 'warning', message: 'soon gone' },
  { type: 'waiting', object: web, status: 'in-progress', reason: 'pod web-1: no such image' },
  { type: 'waiting', object: web, status: 'ready', reason: '' },
]

function sinkOf(isTerminal: boolean): { sink: Sink; text: () => string } {
  let text = ''
  const sink = {
    write: (more: string) => {
      text += more
    },
    isTerminal,
    colour: false,
    columns: 40,
  }
  return { sink, text: () => text }
}

function shown(output: string): string {
  const { sink, text } = sinkOf(false)
  const stdin = { isTerminal: false, readAll: never, readLine: never }
  const view = liveViewFor({ stdin, stdout: sinkOf(false).sink, stderr: sink }, output)
  for (const event of events) view.report(event)
  view.close()
  return text()
}

async function never(): Promise<never> {
  throw new Error('nobody reads here')
}

test('says what happens line by line where nobody watches', () => {
  expect(shown('table').split('\n')).toEqual([
    'pre-install hook batch/v1 Job a/seed: running',
    'seed-x/seed: one',
    'seed-x/seed: two',
    'pre-install hook batch/v1 Job a/seed: succeeded',
    'created apps/v1 Deployment a/web',
    'warning: soon gone',
    'waiting for apps/v1 Deployment a/web: pod web-1: no such image',
    'ready apps/v1 Deployment a/web',
    '',
  ])
})

test('tells programs every event as one line of JSON', () => {
  const lines = shown('json').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(events)
})

const up = (lines: number) => `\u001B[${lines}A\u001B[J`

const waitingFor = (reason: string): ReleaseEvent => ({
  type: 'waiting',
  object: web,
  status: 'in-progress',
  reason,
})

test('keeps one line for what is waited for, wrapped at the width of the terminal, until it is ready', async () => {
  const { sink, text } = sinkOf(true)
  const clock = new VirtualClock()
  const view = terminalView(sink, clock)
  view.report(waitingFor('no image'))
  view.report(waitingFor('about to say why'))
  view.report(waitingFor('pod web-1 cannot start: the image is not there'))
  await clock.advance(80)
  view.report({ type: 'waiting', object: web, status: 'ready', reason: '' })
  view.close()
  expect(text().split('\n')).toEqual([
    'Deployment a/web: no image',
    '  1 to go, 0 s',
    `${up(2)}Deployment a/web: pod web-1 cannot`,
    '    start: the image is not there',
    '  1 to go, 0 s',
    `${up(3)}ready apps/v1 Deployment a/web`,
    '',
  ])
})

const frame = (seconds: number) => `Deployment a/web: no image\n  1 to go, ${seconds} s\n`

test('counts the seconds while nothing comes, and leaves nothing behind that rewrites itself', async () => {
  const { sink, text } = sinkOf(true)
  const clock = new VirtualClock()
  const view = terminalView(sink, clock)
  view.report(waitingFor('no image'))
  await clock.advance(2500)
  view.close()
  await clock.advance(5000)
  expect(text()).toBe(frame(0) + up(2) + frame(1) + up(2) + frame(2) + up(2))
})

test('what failed is told once', () => {
  const { sink, text } = sinkOf(true)
  const view = terminalView(sink, new VirtualClock())
  view.report({ type: 'waiting', object: web, status: 'failed', reason: 'given up' })
  view.close()
  expect(text()).toBe('failed apps/v1 Deployment a/web: given up\n')
})

test('shows no more lines than fit, and says how many are left out', () => {
  const { sink, text } = sinkOf(true)
  const view = terminalView(sink, new VirtualClock())
  for (let at = 0; at < 30; at++) {
    const object = { ...web, name: `web-${at}` }
    view.report({ type: 'waiting', object, status: 'in-progress', reason: 'starting' })
  }
  view.report({ type: 'warning', message: 'soon gone' })
  const last = text().slice(text().lastIndexOf('warning'))
  expect(last.split('\n')).toHaveLength(23)
  expect(last).toContain('30 to go, 10 of them not s')
})
