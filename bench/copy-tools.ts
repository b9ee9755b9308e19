import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findOracle } from '../test/oracles/find.ts'
import { peakOf } from './process-figures.ts'

export const copiers = ['outrigger', 'skopeo', 'crane', 'regsync'] as const
export type Copier = (typeof copiers)[number]

export const program = resolve(import.meta.dirname, '..', 'dist', 'outrigger.js')

export interface Run {
  /** In milliseconds. */
  readonly elapsed: number
  /** In kilobytes. */
  readonly peak: number
}

export interface CopyJob {
  /** Names below the source, each with the tag v1. */
  readonly names: readonly string[]
  readonly from: string
  readonly to: string
  /** A folder for lists and for what programs keep. */
  readonly home: string
}

/** Copies all images once with one of the programs, as its users would write it. */
export async function copyWith(who: Copier, job: CopyJob): Promise<Run> {
  return await run(...(await commandOf(who, job)), job.home)
}

/** The name under which a program puts an image: skopeo's sync keeps only the last part. */
export function nameAfter(who: Copier, name: string): string {
  return who === 'skopeo' ? name.slice(name.lastIndexOf('/') + 1) : name
}

type Command = readonly [string, readonly string[]]

async function commandOf(who: Copier, { names, from, to, home }: CopyJob): Promise<Command> {
  const write = async (file: string, text: string) => {
    await writeFile(join(home, file), text)
    return join(home, file)
  }
  switch (who) {
    case 'skopeo': {
      const entries = names.map((name) => `    ${name.replace(/:.*/, '')}: [v1]\n`).join('')
      const text = `"${from}":\n  tls-verify: false\n  images:\n${entries}`
      const list = await write('skopeo.yaml', text)
      const insecure = ['--src-tls-verify=false', '--dest-tls-verify=false']
      const words = ['sync', '--all', '--src', 'yaml', '--dest', 'docker', ...insecure, list, to]
      return [findOracle('skopeo'), ['--insecure-policy', ...words]]
    }
    case 'crane': {
      // It copies one image a call.
      const crane = findOracle('crane')
      const lines = names.map((name) => `${crane} copy --insecure ${from}/${name} ${to}/${name}\n`)
      return ['sh', ['-e', await write('crane.sh', lines.join(''))]]
    }
    case 'regsync': {
      const hosts = [from, to].map((host) => `  - {registry: "${host}", tls: disabled}\n`).join('')
      const syncs = names.map(
        (name) => `  - {source: "${from}/${name}", target: "${to}/${name}", type: image}\n`,
      )
      const text = `version: 1\ncreds:\n${hosts}defaults:\n  parallel: 8\nsync:\n${syncs.join('')}`
      return [findOracle('regsync'), ['once', '-c', await write('regsync.yaml', text)]]
    }
    case 'outrigger':
    default: {
      const list = await write('images.txt', names.map((name) => `${from}/${name}\n`).join(''))
      const allow = ['--allow-address', `http://${from}`]
      return [process.execPath, [program, 'images', 'copy', list, to, ...allow]]
    }
  }
}

function run(command: string, words: readonly string[], home: string): Promise<Run> {
  return new Promise((done, failed) => {
    const began = performance.now()
    const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home }
    const child = spawn(command, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    let peak = 0
    const look = setInterval(() => {
      if (child.pid !== undefined && existsSync(`/proc/${child.pid}/status`))
        peak = Math.max(peak, peakOf(child.pid))
    }, 50)
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.once('error', failed)
    child.once('close', (code) => {
      clearInterval(look)
      if (code === 0) done({ elapsed: performance.now() - began, peak })
      else failed(new Error(`${command} ${words.join(' ')} failed: ${errors}`))
    })
  })
}
