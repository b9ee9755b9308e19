import type { Io, Sink } from '../../src/cli/io.ts'

/** An Io that keeps what was written, as a terminal or as a pipe would be. */
export function captureIo(kind: 'terminal' | 'pipe' = 'pipe') {
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written): Sink => ({
    isTerminal: kind === 'terminal',
    colour: kind === 'terminal',
    columns: kind === 'terminal' ? 80 : undefined,
    write: (text) => {
      written[name] += text
    },
  })
  const io: Io = { stdout: sink('stdout'), stderr: sink('stderr') }
  return { io, written }
}
