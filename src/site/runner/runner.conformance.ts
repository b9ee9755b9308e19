import { readFile, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Runner, Script } from './runner.ts'

/** A runner under test, and its files as they are seen from here. */
export interface RunnerUnderTest {
  readonly runner: Runner
  /** A folder on the machine that nobody else uses, and where it is seen from here. */
  readonly folder: string
  readonly seen: string
}

const never = new AbortController().signal

/** The duties of every runner. */
export function testRunner(open: () => RunnerUnderTest): void {
  const run = async (text: string, more: Partial<Script> = {}) => {
    const lines: string[] = []
    const script = { name: 'test', text, env: {}, secrets: [], keepsOutput: false, ...more }
    const end = await open().runner.run({ ...script, onLine: (line) => lines.push(line) }, never)
    return { ...end, lines }
  }

  describe('a script', () => {
    test.each([
      { name: 'that ends well has code 0', text: 'echo fine', code: [0], lines: ['fine'] },
      { name: 'that fails has its code', text: 'echo no >&2; exit 7', code: [7], lines: ['no'] },
      {
        name: 'that ends with 255 did not lose its connection',
        text: 'exit 255',
        code: [254, 255],
        lines: [],
      },
      {
        name: 'may have commands that read their input',
        text: 'cat; echo after',
        code: [0],
        lines: ['after'],
      },
      {
        name: 'gets values as they are',
        text: 'printf "%s\\n" "$ODD"',
        env: { ODD: `it's $HOME "and" \\ more` },
        code: [0],
        lines: [`it's $HOME "and" \\ more`],
      },
      {
        name: 'prints no secrets',
        text: 'echo "the token is $TOKEN"',
        env: { TOKEN: 'abcdef.0123456789abcdef' },
        code: [0],
        lines: ['the token is ***'],
      },
    ])('$name', async ({ text, env = {}, code, lines }) => {
      const end = await run(text, { env, secrets: Object.values(env).filter(isToken) })
      expect(end.lines).toEqual(lines)
      expect(code).toContain(end.code)
    })

    test('whose output is kept does not tell it', async () => {
      const end = await run('echo secret; echo noise >&2', { keepsOutput: true })
      expect(end.output).toBe('secret\n')
      expect(end.lines).toEqual(['noise'])
    })

    test('that prints without end into what is kept is refused', async () => {
      const endless = run('head -c 3000000 /dev/zero', { keepsOutput: true })
      await expect(endless).rejects.toThrow('printed more than 1048576 bytes')
    })

    test('that is called off ends', async () => {
      const off = new AbortController()
      const script = { name: 'test', env: {}, secrets: [], keepsOutput: false }
      const under = open().runner.run(
        { ...script, text: 'echo begun; sleep 5', onLine: () => off.abort(new Error('enough')) },
        off.signal,
      )
      await expect(under).rejects.toThrow('enough')
    })
  })

  describe('a file', () => {
    test('arrives whole, with its mode, and takes the place of another', async () => {
      const { runner, folder, seen } = open()
      const path = `${folder}/a b/it's`
      for (const text of ['first', 'second '.repeat(100_000)]) {
        await runner.put({ content: Buffer.from(text), path, mode: '0750' }, never)
        expect(await readFile(`${seen}/a b/it's`, 'utf8')).toBe(text)
      }
      expect((await stat(`${seen}/a b/it's`)).mode & 0o777).toBe(0o750)
    })

    test('that cannot be written is told, and the old one stays', async () => {
      const { runner, folder } = open()
      const put = (path: string) =>
        runner.put({ content: Buffer.from('x'), path, mode: '0644' }, never)
      await put(`${folder}/file`)
      await expect(put(`${folder}/file/below`)).rejects.toThrow(`cannot write ${folder}/file/below`)
    })
  })
}

function isToken(value: string): boolean {
  return value.includes('.')
}
