import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Oracle, type OracleName, oracles } from './catalogue.ts'
import { OracleError } from './errors.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface LocatedOracle {
  readonly path: string
  readonly from: 'environment' | 'cache' | 'PATH'
}

/**
 * The path of a real tool, for `*.real.test.ts`. A test never skips for want of one: this throws, and says how to get it.
 */
export function findOracle(name: OracleName, env: Environment = process.env): string {
  const oracle = oracleNamed(name)
  const located = locateOracle(oracle, env)
  if (located) return located.path
  const own = `point ${oracle.variable} at one you have`
  const get = `get it with "npm run oracles -- --only ${name}", or ${own}`
  throw new OracleError('not-found', `this needs the oracle ${describe(oracle)}: ${get}`)
}

export function oracleNamed(name: string): Oracle {
  const oracle = oracles.find((candidate) => candidate.name === name)
  if (oracle) return oracle
  const known = oracles.map((candidate) => candidate.name).join(', ')
  throw new OracleError('not-found', `there is no oracle ${name}; there are ${known}`)
}

/** Where an oracle is on this machine now. A versioned one is never taken from PATH, where any version may be. */
export function locateOracle(oracle: Oracle, env: Environment): LocatedOracle | undefined {
  const own = env[oracle.variable]
  if (own) {
    if (isProgram(own)) return { path: own, from: 'environment' }
    const message = `${oracle.variable} points at ${own}, which is not a program`
    throw new OracleError('not-found', message)
  }
  if (oracle.source.medium !== 'debian') {
    const path = cachedPath(oracle, oracle.source.version, env)
    return isProgram(path) ? { path, from: 'cache' } : undefined
  }
  const path = findOnPath(oracle.program, env)
  return path === undefined ? undefined : { path, from: 'PATH' }
}

/** Outside the repository, so that clones share it and nothing in it is ever committed. */
export function cacheFolder(env: Environment): string {
  if (env['OUTRIGGER_CACHE']) return env['OUTRIGGER_CACHE']
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'outrigger')
}

/** A file is put here by rename after its checksum was right, so being there means being whole. */
export function cachedPath(oracle: Oracle, version: string, env: Environment): string {
  return join(cacheFolder(env), 'oracles', `${oracle.name}@${version}`, oracle.program)
}

export function findOnPath(program: string, env: Environment): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, program)).find(isProgram)
}

function describe(oracle: Oracle): string {
  if (oracle.source.medium === 'debian') return oracle.name
  return `${oracle.name} (${oracle.program} ${oracle.source.version})`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // Not there, or not ours to run: for the caller both mean that it has to come from somewhere else.
    return false
  }
}
