import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compareVersions } from '../../src/formats/semver/compare.ts'
import { parseVersion } from '../../src/formats/semver/version.ts'
import { runCli } from '../cli/run-cli.ts'
import { chartFile } from './built-in-charts.ts'

// A chart that has had one version only becomes this one: labels that carry a version differ, selectors must not.
const lowest = '0.0.1'
const released = join(import.meta.dirname, 'released')

/** A package of the version before the present one: the newest that was kept, or else the chart itself with a lower version. */
export async function packPredecessor(name: string, folder: string): Promise<string> {
  const kept = keptVersions(name)[0]
  if (kept !== undefined) return join(released, `${name}-${kept}.tgz`)
  const words = ['package', chartFile(name), '--version', lowest, '--destination', folder]
  const { exitCode, stderr } = await runCli(words)
  if (exitCode !== 0) throw new Error(`${name}: ${stderr}`)
  return join(folder, `${name}-${lowest}.tgz`)
}

/** The versions of a chart whose packages were kept, newest first. */
function keptVersions(name: string): readonly string[] {
  return readdirSync(released)
    .flatMap((file) => {
      const isPackage = file.startsWith(`${name}-`) && file.endsWith('.tgz')
      const parsed = parseVersion(isPackage ? file.slice(name.length + 1, -'.tgz'.length) : '')
      return parsed.ok ? [{ text: file.slice(name.length + 1, -'.tgz'.length), parsed }] : []
    })
    .toSorted((one, other) => compareVersions(other.parsed.value, one.parsed.value))
    .map(({ text }) => text)
}
