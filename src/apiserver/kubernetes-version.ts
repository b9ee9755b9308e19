import type { JsonObject } from '../objects/json.ts'

/** The minor versions of Kubernetes 1 that the server can be. */
export const oldestMinor = 29
export const newestMinor = 36

/** The minor, when it is one that the server can be. */
export function checkedMinor(minor: number): number {
  if (Number.isInteger(minor) && minor >= oldestMinor && minor <= newestMinor) return minor
  throw new RangeError(
    `the embedded API can be Kubernetes 1.${oldestMinor} to 1.${newestMinor}, not 1.${minor}`,
  )
}

/** The patch of the newest minor whose server everything is recorded from. */
const newestPatch = 3

/** Since this minor a server tells which older ones it can play. */
const firstWithEmulation = 33

/** `v1.36.3`; of older minors it is always the first patch. */
function gitVersionOf(minor: number): string {
  return `v1.${minor}.${minor === newestMinor ? newestPatch : 0}`
}

/** `/version`. */
export function versionPage(minor: number): JsonObject {
  const emulation = {
    emulationMajor: '1',
    emulationMinor: String(minor),
    minCompatibilityMajor: '1',
    minCompatibilityMinor: String(minor - 1),
  }
  return {
    major: '1',
    minor: String(minor),
    ...(minor >= firstWithEmulation && emulation),
    gitVersion: gitVersionOf(minor),
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: '',
    platform: '',
  }
}
