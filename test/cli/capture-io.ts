import type { Input, Io, Sink } from '../../src/cli/io.ts'

/** An Io that keeps what was written, as a terminal or as a pipe would be; `told` is called with every piece. */
export function captureIo(
  kind: 'terminal' | 'pipe' = 'pipe',
  typed = '',
  told: (text: string) => void = () => {},
) {
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written): Sink => ({
    isTerminal: kind === 'terminal',
    colour: kind === 'terminal',
    columns: kind === 'terminal' ? 80 : undefined,
    write: (text) => {
      written[name] += text
      told(text)
    },
  })
  const io: Io = { stdin: inputOf(kind, typed), stdout: sink('stdout'), stderr: sink('stderr') }
  return { io, written }
}

function inputOf(kind: 'terminal' | 'pipe', typed: string): Input {
  let rest = typed
  return {
    isTerminal: kind === 'terminal',
    readAll: async () => {
      const all = new TextEncoder().encode(rest)
      rest = ''
      return all
    },
    readLine: async () => {
      const [line = '', ...more] = rest.split('\n')
      rest = more.join('\n')
      return line
    },
  }
}
