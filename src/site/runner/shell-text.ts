import type { FileToPut, Script } from './runner.ts'

/** A word that a shell takes as it is. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

/**
 * A script as a shell reads it from its input. All of it is read before any of it runs: otherwise a command that reads its
 * own input would swallow the rest of the script.
 */
export function scriptText({ text, env }: Pick<Script, 'text' | 'env'>): string {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`)
  return ['outrigger_script() {', ...exports, text, '}', 'outrigger_script </dev/null', ''].join(
    '\n',
  )
}

/** The command by which a shell stores its input as a file: beside its place first, then by rename. */
export function putCommand({ path, mode }: Pick<FileToPut, 'path' | 'mode'>): string {
  const folder = path.slice(0, Math.max(1, path.lastIndexOf('/')))
  const [place, temporary] = [quoted(path), quoted(`${path}.outrigger-part`)]
  return [
    'umask 077',
    `mkdir -p -m 0755 -- ${quoted(folder)}`,
    `trap 'rm -f -- "$part"' EXIT`,
    `part=${temporary}`,
    'set -e',
    `cat > "$part"`,
    `chmod ${mode} "$part"`,
    `mv -f -- "$part" ${place}`,
  ].join('; ')
}
