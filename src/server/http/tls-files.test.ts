import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthority } from '../../apiserver/certificates/authority.ts'
import { systemClock } from '../../std/clock.ts'
import { type HttpListening, listenHttp } from '../../std/node/listen-http.ts'
import { ReloadingTls } from './tls-files.ts'

const failures: unknown[] = []
let folder: string
let tls: ReloadingTls
let listening: HttpListening
let files: { readonly certFile: string; readonly keyFile: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-tls-'))
  files = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') }
  await writeFiles('first')
  tls = new ReloadingTls({ files, clock: systemClock, failed: (error) => failures.push(error) })
  listening = await listenHttp((_, response) => response.end('here'), {
    host: '127.0.0.1',
    port: 0,
    tls: await tls.read(),
  })
})
afterAll(async () => {
  listening.server.closeAllConnections()
  await new Promise((resolve) => listening.server.close(resolve))
  await rm(folder, { recursive: true })
})

async function writeFiles(name: string): Promise<void> {
  const { certificate, key } = createAuthority(name, Date.now).signServer([name], ['127.0.0.1'])
  await writeFile(files.certFile, certificate)
  await writeFile(files.keyFile, key)
}

/** The issuer of the certificate that the server shows. */
function shown(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: listening.port, rejectUnauthorized: false })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { subjectaltname = '' } = socket.getPeerCertificate()
      socket.end()
      resolve(subjectaltname)
    })
  })
}

test('a new certificate is shown to those who come after it, without a restart', async () => {
  expect(await shown()).toContain('DNS:first')
  await writeFiles('second')
  await tls.reload(listening)
  expect(await shown()).toContain('DNS:second')
})

test('files that do not fit leave the one of before in use', async () => {
  await writeFile(files.certFile, 'half a file')
  await tls.reload(listening)
  expect(await shown()).toContain('DNS:second')
  expect(failures).toHaveLength(1)
  await writeFiles('third')
  await tls.reload(listening)
  expect(await shown()).toContain('DNS:third')
})
