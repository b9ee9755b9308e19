import { minorOf } from '../kinds/extension-instance/desired-plugin.ts'

/** From which Kubernetes to which. */
export interface Step {
  readonly from: string
  readonly to: string
  readonly toMinor: number
}

/** The version that the server will most likely report at one end of a step. */
export function versionAt({ from, to }: Step, at: string): string {
  if (at !== to || /^v?\d+\.\d+\.\d+/.test(at)) return at
  const minor = minorOf({ version: at })
  return minor === minorOf({ version: from }) ? from : `v${minor}.0`
}
