import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PlainError } from '../../errors.ts'
import type { Environment } from '../../verb.ts'

/** A text that was edited. */
export interface EditedText {
  readonly text: string
  /** Where it is kept until somebody has taken it. */
  readonly file: string
  readonly discard: () => Promise<void>
}

/** Lets the user's editor work on a text: `KUBE_EDITOR`, `VISUAL` or `EDITOR` as kubectl and git mean them, else vi. */
export async function editText(
  name: string,
  text: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<EditedText> {
  const editor =
    environment['KUBE_EDITOR'] || environment['VISUAL'] || environment['EDITOR'] || 'vi'
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-edit-'))
  const file = join(folder, name)
  const discard = () => rm(folder, { recursive: true, force: true })
  await writeFile(file, text, { mode: 0o600 })
  try {
    await runEditor(editor, file, environment, signal)
    return { text: await readFile(file, 'utf8'), file, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

// The variable may hold words of its own: `code --wait`.
async function runEditor(
  editor: string,
  file: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'editor', file], {
    env: { ...environment },
    stdio: 'inherit',
    signal,
  })
  const [code] = (await once(child, 'close', { signal })) as [number | null]
  if (code !== 0) throw new PlainError(`the editor "${editor}" ended with code ${code ?? 'none'}`)
}
