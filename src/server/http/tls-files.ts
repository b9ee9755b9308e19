import { constants, createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { HttpListening } from '../../std/node/listen-http.ts'
import type { Clock } from '../../std/clock.ts'

/** The files of a certificate, which somebody may replace at any time. */
export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

type Listening = Pick<HttpListening, 'replaceTls'>
type TlsSettings = Parameters<HttpListening['replaceTls']>[0]

/** Milliseconds between two looks at the files and at the authorities of clients. */
const lookEvery = 10_000

export interface ReloadingTlsOptions {
  readonly files: TlsFiles
  /** Authorities of client certificates, in PEM; absent when none are taken. */
  readonly clientAuthorities?: () => Promise<string>
  readonly clock: Clock
  /** Called with files that cannot be used; the earlier ones stay in use. */
  readonly failed: (error: unknown) => void
}

/** TLS of a server that goes on while its certificate and the authorities of its clients change. */
export class ReloadingTls {
  private readonly options: ReloadingTlsOptions
  private stamp = ''
  private known = ''

  constructor(options: ReloadingTlsOptions) {
    this.options = options
  }

  /** The authorities of clients as they are known now, in PEM. */
  authorities(): string {
    return this.known
  }

  /** The settings to begin with. */
  async read(): Promise<TlsSettings> {
    const { certFile, keyFile } = this.options.files
    const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
    const ca = (await this.options.clientAuthorities?.()) ?? ''
    this.known = ca
    this.stamp = createHash('sha256').update(cert).update(key).update(ca).digest('base64')
    if (ca === '') return { cert, key }
    // Others may sign in without a certificate; a resumed session would skip the check of one.
    return {
      cert,
      key,
      ca,
      requestCert: true,
      rejectUnauthorized: false,
      secureOptions: constants.SSL_OP_NO_TICKET,
    }
  }

  /** Looks at the files from time to time, and gives changed ones to the server. Ends when the function is called. */
  follow(listening: Listening): () => void {
    let isOver = false
    let stop: (() => void) | undefined
    const again = () => {
      if (isOver) return
      stop = this.options.clock.after(lookEvery, () => {
        void this.reload(listening).finally(again)
      })
    }
    again()
    return () => {
      isOver = true
      stop?.()
    }
  }

  /** Takes over what changed. */
  async reload({ replaceTls }: Listening): Promise<void> {
    const [stamp, known] = [this.stamp, this.known]
    try {
      const settings = await this.read()
      if (this.stamp !== stamp) replaceTls(settings)
    } catch (error) {
      // Half a change: the next look finds the whole.
      ;[this.stamp, this.known] = [stamp, known]
      this.options.failed(error)
    }
  }
}
