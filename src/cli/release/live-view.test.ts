import { expect, test } from 'vitest'
import type { ReleaseEvent } from '../../release/release.ts'
import type { Sink } from '../io.ts'
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

test('keeps one line for what is waited for, no wider than the terminal, until it is ready', () => {
  const { sink, text } = sinkOf(true)
  let time = 0
  const view = terminalView(sink, () => (time += 100))
  view.report({ type: 'waiting', object: web, status: 'in-progress', reason: 'no image' })
  view.report({ type: 'waiting', object: web, status: 'in-progress', reason: 'starting' })
  view.report({ type: 'waiting', object: web, status: 'ready', reason: '' })
  view.close()
  expect(text().split('\n')).toEqual([
    'waiting for apps/v1 Deployment a/web: n',
    '\u001B[1A\u001B[Jwaiting for apps/v1 Deployment a/web: s',
    '\u001B[1A\u001B[Jready apps/v1 Deployment a/web',
    '',
  ])
})
