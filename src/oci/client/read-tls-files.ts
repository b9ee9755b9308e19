import { readFile } from 'node:fs/promises'
import { OciError } from '../errors.ts'
import type { TlsOptions } from './connect.ts'

/** Helm's flags --ca-file, --cert-file, --key-file and --insecure-skip-tls-verify. */
export interface TlsFiles {
  readonly caFile?: string
  readonly certFile?: string
  readonly keyFile?: string
  readonly insecureSkipVerify?: boolean
}

/** Reads the files once, at the edge, so that everything inside has their text. */
export async function readTlsFiles(files: TlsFiles, signal: AbortSignal): Promise<TlsOptions> {
  const { caFile, certFile, keyFile, insecureSkipVerify } = files
  if ((certFile === undefined) !== (keyFile === undefined)) {
    const [given, missing] = keyFile === undefined ? ['certificate', 'key'] : ['key', 'certificate']
    throw new OciError('bad-config', `a client ${given} needs its ${missing} file as well`)
  }
  const [ca, cert, key] = await Promise.all([
    readPem('certificate authority', caFile, signal),
    readPem('client certificate', certFile, signal),
    readPem('client key', keyFile, signal),
  ])
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(insecureSkipVerify === undefined ? {} : { insecureSkipVerify }),
  }
}

async function readPem(
  what: string,
  path: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (path === undefined) return undefined
  const text = await readText(what, path, signal)
  if (/^-----BEGIN [A-Z0-9 ]+-----\r?$/m.test(text)) return text
  throw new OciError('bad-config', `the ${what} file ${path} holds no PEM block`)
}

async function readText(what: string, path: string, signal: AbortSignal): Promise<string> {
  try {
    return await readFile(path, { encoding: 'utf8', signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw new OciError('bad-config', `cannot read the ${what} file ${path}`, { cause })
  }
}
