import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const file = JSON.stringify(new URL('with-default-signals.ts', import.meta.url).href)

/** A process that listens for a signal, as the command line does, and runs this. */
function signalOf(code: string): string | undefined {
  const script = `
    import { withDefaultSignals } from ${file}
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => process.exit(7))
    ${code}`
  const words = ['--input-type=module', '--eval', script]
  const { signal, status } = spawnSync(process.execPath, words)
  return signal ?? String(status)
}

test.each(['SIGINT', 'SIGTERM'])('%s ends work that lets nothing else run', (name) => {
  const work = `() => { process.kill(process.pid, '${name}'); for (;;); }`
  expect(signalOf(`withDefaultSignals(${work})`)).toBe(name)
})

test('after the work listeners hear signals again', () => {
  const code = `withDefaultSignals(() => 1); process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 1e6)`
  expect(signalOf(code)).toBe('7')
})
