import type { JsonObject } from '../../objects/json.ts'
import { type Credential, type Credentials, fixedCredentials } from '../credentials.ts'
import { KubeError } from '../errors.ts'
import { type ExecPorts, execCredentials } from './exec-plugin.ts'
import { fileCredentials, readTextFile } from './file-credentials.ts'
import type { UserEntry } from './kubeconfig.ts'
import { askProviderOver, oidcCredentials } from './oidc.ts'

/** How the user of a kubeconfig proves who it is, with kubectl's precedence. */
export async function userCredentials(
  user: UserEntry,
  name: string,
  cluster: JsonObject,
  ports: ExecPorts,
): Promise<Credentials> {
  check(user, name)
  const { exec, authProvider } = user
  const certificate = certificateCredentials(user, ports)
  const header = headerCredentials(user, ports)
  if (header !== undefined) return certificate === undefined ? header : both(header, certificate)
  if (authProvider !== undefined) {
    const provider = await providerCredentials(authProvider.name, authProvider.config, ports)
    return certificate === undefined ? provider : both(provider, certificate)
  }
  if (certificate !== undefined) return certificate
  return exec === undefined ? fixedCredentials({}) : execCredentials(exec, cluster, ports)
}

function check(user: UserEntry, name: string): void {
  const fail = (what: string) => {
    throw new KubeError('bad-config', `user ${JSON.stringify(name)} of the kubeconfig ${what}`)
  }
  const hasPassword = user.username !== '' || user.password !== ''
  if (hasPassword && (user.token !== '' || user.tokenFile !== ''))
    fail('has a token and a password')
  if (user.exec !== undefined && user.authProvider !== undefined) {
    fail('has an exec plugin and an auth provider')
  }
  const hasCertificate = user.clientCertificate !== '' || user.clientCertificateData !== ''
  const hasKey = user.clientKey !== '' || user.clientKeyData !== ''
  if (hasCertificate && !hasKey) fail('has a certificate and no key')
  const impersonates = user.asUid !== '' || user.asGroups.length > 0
  if (user.as === '' && (impersonates || Object.keys(user.asUserExtra).length > 0)) {
    fail('impersonates groups, uid or extra without a user')
  }
}

function certificateCredentials(user: UserEntry, { clock }: ExecPorts): Credentials | undefined {
  const { clientCertificate, clientCertificateData, clientKey, clientKeyData } = user
  if (clientCertificateData === '' && clientCertificate === '') return undefined
  if (clientCertificateData !== '' && clientKeyData !== '') {
    return fixedCredentials({ certificate: { cert: clientCertificateData, key: clientKeyData } })
  }
  // Texts stand for files that never change.
  const texts = new Map([
    ['data:certificate', clientCertificateData],
    ['data:key', clientKeyData],
  ])
  const certificate = {
    cert: clientCertificateData === '' ? clientCertificate : 'data:certificate',
    key: clientKeyData === '' ? clientKey : 'data:key',
  }
  return fileCredentials(
    { certificate },
    clock,
    async (path) => texts.get(path) ?? readTextFile(path),
  )
}

function headerCredentials(user: UserEntry, { clock }: ExecPorts): Credentials | undefined {
  const { token, tokenFile, username, password } = user
  // The file is renewed, the token beside it is not.
  if (tokenFile !== '') return fileCredentials({ token: tokenFile }, clock)
  if (token !== '') return fixedCredentials({ authorization: `Bearer ${token}` })
  if (username === '' && password === '') return undefined
  const secret = Buffer.from(`${username}:${password}`).toString('base64')
  return fixedCredentials({ authorization: `Basic ${secret}` })
}

async function providerCredentials(
  name: string,
  config: Readonly<Record<string, string>>,
  { clock }: ExecPorts,
): Promise<Credentials> {
  if (name !== 'oidc') {
    const message = `auth provider ${JSON.stringify(name)} is not supported; use its exec plugin`
    throw new KubeError('bad-config', message)
  }
  const packed = config['idp-certificate-authority-data'] ?? ''
  const path = config['idp-certificate-authority'] ?? ''
  const fromFile = path === '' ? undefined : await readTextFile(path)
  const ca = packed === '' ? fromFile : Buffer.from(packed, 'base64').toString('utf8')
  return oidcCredentials(config, { clock, ask: askProviderOver(ca) })
}

function both(first: Credentials, second: Credentials): Credentials {
  const parts = new WeakMap<Credential, readonly [Credential, Credential]>()
  return {
    current: async (signal) => {
      const pair = [await first.current(signal), await second.current(signal)] as const
      const whole = { ...pair[1], ...pair[0] }
      parts.set(whole, pair)
      return whole
    },
    refused: (credential) => {
      const [one, other] = parts.get(credential) ?? []
      const outcomes = [
        one !== undefined && first.refused(one),
        other !== undefined && second.refused(other),
      ]
      return outcomes.includes(true)
    },
  }
}
