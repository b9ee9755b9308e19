import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../oracles/find.ts'

/** The programs that judge the REST API, in the cache folder beside the other real tools. */
export interface ApiJudges {
  readonly schemathesis: string
  readonly specValidator: string
  readonly redocly: string
}

const pythonPackages = ['schemathesis==4.32.5', 'openapi-spec-validator==0.9.0']
const redoclyPackage = '@redocly/cli@2.73.0'

/** Brings the judges from PyPI and npm, unless they are there. */
export async function apiJudges(): Promise<ApiJudges> {
  const cache = cacheFolder(process.env)
  const python = await bring(
    join(cache, `api-judges-${nameOf(pythonPackages)}`),
    async (folder) => {
      await run('python3', ['-m', 'venv', folder])
      await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '-q', ...pythonPackages])
    },
  )
  const npm = await bring(join(cache, nameOf([redoclyPackage])), async (folder) => {
    await mkdir(folder, { recursive: true })
    await run('npm', ['install', '--silent', '--no-save', '--prefix', folder, redoclyPackage])
  })
  const inPython = (module: string) => join(python, 'bin', module)
  return {
    schemathesis: inPython('schemathesis'),
    specValidator: inPython('openapi-spec-validator'),
    redocly: join(npm, 'node_modules', '.bin', 'redocly'),
  }
}

/** A folder that is whole once its mark is there: an installation that was cut short is begun again. */
async function bring(folder: string, install: (folder: string) => Promise<void>): Promise<string> {
  const mark = join(folder, 'whole')
  if (existsSync(mark)) return folder
  // A virtual environment knows its own path, so that it cannot be renamed into place.
  await rm(folder, { recursive: true, force: true })
  await install(folder)
  await mkdir(`${mark}.partial`)
  await rename(`${mark}.partial`, mark)
  return folder
}

function nameOf(packages: readonly string[]): string {
  return packages.join('-').replaceAll(/[^\w.-]+/g, '-')
}

/** Runs a program whose output people see; throws when it fails. */
export function run(program: string, args: readonly string[], cwd?: string): Promise<void> {
  const child = spawn(program, args, { stdio: 'inherit', ...(cwd === undefined ? {} : { cwd }) })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code ?? 'a signal'}`))
    })
  })
}
