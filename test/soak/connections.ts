import type { Connection } from '../../src/kube/connection.ts'
import { fixedCredentials } from '../../src/kube/credentials.ts'
import type { Access } from '../testbed/send.ts'

/** To a proxy on this machine, which has its own credentials. */
export function plainConnection(url: string): Connection {
  return {
    server: new URL(url),
    tls: { insecureSkipVerify: false },
    credentials: fixedCredentials({}),
    gzip: true,
    namespace: 'default',
  }
}

/** To the real API server. */
export function connectionOf({ url, ca, certificate, key }: Access): Connection {
  return {
    ...plainConnection(url),
    tls: { ca, insecureSkipVerify: false },
    credentials: fixedCredentials({ certificate: { cert: certificate, key } }),
  }
}
