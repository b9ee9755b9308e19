import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** GnuPG in a home of its own. */
export interface Gpg {
  readonly home: string
  /** Runs gpg at a day (2024-01-01 unless given), so that keys are old on every clock; returns what it prints. */
  readonly run: (words: readonly string[], options?: GpgCall) => Buffer
  /** Makes a key that never expires by default; returns its fingerprint. */
  readonly makeKey: (name: string, algorithm: string, usage: string, expires?: string) => string
  readonly close: () => void
}

interface GpgCall {
  readonly input?: string
  readonly at?: string
}

export function startGpg(): Gpg {
  const program = process.env['OUTRIGGER_GPG'] ?? 'gpg'
  // Short, since the path of the agent's socket may not be long.
  const home = mkdtempSync(join(tmpdir(), 'gpg-'))
  const run = (words: readonly string[], { input, at = '20240101T000000' }: GpgCall = {}) => {
    const settings = ['--homedir', home, '--batch', '--quiet', '--no-tty', '--yes']
    const secret = ['--pinentry-mode', 'loopback', '--passphrase', '']
    const time = ['--faked-system-time', at]
    const result = spawnSync(program, [...settings, ...secret, ...time, ...words], { input })
    if (result.status === 0) return result.stdout
    throw new Error(`gpg ${words.join(' ')}: ${String(result.error ?? result.stderr)}`)
  }
  const makeKey = (name: string, algorithm: string, usage: string, expires = 'never') => {
    run(['--quick-generate-key', name, algorithm, usage, expires])
    const listed = String(run(['--with-colons', '--list-keys', name]))
    return /^fpr:+([0-9A-F]+):/m.exec(listed)?.[1] ?? ''
  }
  const close = () => {
    spawnSync(`${program}conf`, ['--homedir', home, '--kill', 'all'])
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  return { home, run, makeKey, close }
}

/** Revokes a key by the certificate that GnuPG wrote when it made the key. */
export function revokeKey(gpg: Gpg, fingerprint: string): void {
  const path = join(gpg.home, 'openpgp-revocs.d', `${fingerprint}.rev`)
  // The colon keeps people from importing it by mistake.
  writeFileSync(path, readFileSync(path, 'utf8').replace(':-----BEGIN', '-----BEGIN'))
  gpg.run(['--import', path], { at: '20240201T000000' })
}
