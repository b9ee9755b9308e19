/** The credentials of a client and the authority of its server; all PEM. */
export interface ClientAccess {
  readonly url: string
  readonly authority: string
  readonly certificate: string
  readonly key: string
}

/** A kubeconfig with everything inside, in JSON, which is YAML too. */
export function writeKubeconfig(name: string, access: ClientAccess): string {
  const { url, authority, certificate, key } = access
  const user = {
    'client-certificate-data': encode(certificate),
    'client-key-data': encode(key),
  }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': encode(authority) } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  }
  return `${JSON.stringify(config, undefined, 2)}\n`
}

function encode(pem: string): string {
  return Buffer.from(pem).toString('base64')
}
