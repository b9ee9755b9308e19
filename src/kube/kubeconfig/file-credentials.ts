import { readFile } from 'node:fs/promises'
import type { Clock } from '../../std/clock.ts'
import type { Credential, Credentials } from '../credentials.ts'
import { KubeError } from '../errors.ts'

export type ReadText = (path: string) => Promise<string>

export interface CredentialFiles {
  readonly token?: string
  readonly certificate?: { readonly cert: string; readonly key: string }
}

// Kubernetes renews mounted tokens long before they end; client-go looks as often.
const rereadEvery = 60_000

/**
 * Credentials from files that somebody else renews: read again every minute, and at once when the server
 * refuses. While a file cannot be read, what it said last is used.
 */
export function fileCredentials(
  files: CredentialFiles,
  clock: Clock,
  readText: ReadText = readTextFile,
): Credentials {
  let held: { readonly credential: Credential; readonly at: number } | undefined
  return {
    current: async () => {
      if (held !== undefined && clock.monotonic() - held.at < rereadEvery) return held.credential
      try {
        held = { credential: await readAll(files, readText), at: clock.monotonic() }
      } catch (cause) {
        if (held === undefined) {
          const message = 'cannot read the credentials that the kubeconfig names'
          throw new KubeError('bad-config', message, { cause })
        }
        held = { credential: held.credential, at: clock.monotonic() }
      }
      return held.credential
    },
    refused: (credential) => {
      if (held?.credential === credential) held = { credential, at: -rereadEvery }
      return files.token !== undefined
    },
  }
}

async function readAll(files: CredentialFiles, readText: ReadText): Promise<Credential> {
  const { token, certificate } = files
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${(await readText(token)).trim()}` }),
    ...(certificate === undefined
      ? {}
      : {
          certificate: {
            cert: await readText(certificate.cert),
            key: await readText(certificate.key),
          },
        }),
  }
}

/** A text file, whole. */
export function readTextFile(path: string): Promise<string> {
  return readFile(path, 'utf8')
}
