import { textAt } from '../../objects/kube-object.ts'
import type { KubeClient } from '../client.ts'
import { readJson } from '../json.ts'

export interface ServerVersion {
  /** `v1.36.3` */
  readonly gitVersion: string
  readonly major: string
  readonly minor: string
  /** The version that it behaves as, `1.34`, when that is another one. */
  readonly emulates?: string
}

/** Which Kubernetes a server is. */
export async function fetchServerVersion(
  client: KubeClient,
  signal: AbortSignal,
): Promise<ServerVersion> {
  const body = readJson((await client.exchange({ method: 'GET', path: '/version' }, signal)).bytes)
  const gitVersion = textAt(body, ['gitVersion'])
  const emulated = [textAt(body, ['emulationMajor']), textAt(body, ['emulationMinor'])].join('.')
  // Newer servers always say what they play: one that plays itself is what it says, with its patch.
  const isOther = /^\d+\.\d+$/.test(emulated) && emulated !== /^v?(\d+\.\d+)/.exec(gitVersion)?.[1]
  return {
    gitVersion,
    major: textAt(body, ['major']),
    minor: textAt(body, ['minor']),
    ...(isOther ? { emulates: emulated } : {}),
  }
}
