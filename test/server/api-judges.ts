import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bringPackages, bringPythonPackages, nameOf } from '../oracles/bring-packages.ts'
import { cacheFolder } from '../oracles/find.ts'
import { run } from '../oracles/run.ts'

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
  const python = await bringPythonPackages('api-judges', pythonPackages)
  const npm = await bringPackages(join(cache, nameOf([redoclyPackage])), async (folder) => {
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
