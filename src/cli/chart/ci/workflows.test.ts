import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { UsageError } from '../../errors.ts'
import { parse as parseLogin } from '../../registry/login.ts'
import { parse } from '../ci.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'ci')

/** All texts of a document, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

test.each([{ file: 'github-actions.yaml' }, { file: 'gitlab-ci.yaml' }])(
  'every command of $file is one that we have',
  ({ file }) => {
    const texts = textsIn(parseYaml(readFileSync(join(folder, file), 'utf8')))
    const commands = texts.flatMap(
      (text) => /outrigger ((?:chart ci|registry login) .*)/.exec(text)?.[1] ?? [],
    )
    expect(commands).toHaveLength(3)
    for (const command of commands) {
      const [, , ...words] = command
        .replaceAll(/\$\{\{[^}]*\}\}/g, 'x')
        .replaceAll('"', '')
        .split(/\s+/)
      const parsed = command.startsWith('chart') ? parse(words) : parseLogin(words)
      expect(parsed).not.toBeInstanceOf(UsageError)
    }
  },
)
