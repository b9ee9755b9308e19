import { runCommand } from '../../tools/run-command.ts'
import type { Oracle } from './catalogue.ts'
import { OracleError } from './errors.ts'

const answerLimitSeconds = 60

/** Runs the program to learn its version; throws when it does not run here or is not the version that was pinned. */
export async function askVersion(oracle: Oracle, path: string): Promise<string> {
  const limits = { output: 'capture', limitSeconds: answerLimitSeconds } as const
  const { ok, output } = await runCommand(path, oracle.versionArguments, limits)
  const version = oracle.versionPattern.exec(output)?.[1]
  if (!ok || version === undefined) {
    const command = `${path} ${oracle.versionArguments.join(' ')}`
    throw new OracleError('wrong-version', `"${command}" tells no version: ${output.trim()}`)
  }
  if (oracle.source.medium !== 'debian' && version !== oracle.source.version) {
    const wanted = `${oracle.program} ${oracle.source.version} was wanted`
    throw new OracleError('wrong-version', `${path} is ${oracle.program} ${version}; ${wanted}`)
  }
  return version
}
