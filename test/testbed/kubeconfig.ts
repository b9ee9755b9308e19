import type { Access } from './send.ts'

/** A kubeconfig with everything inside, in JSON, which is YAML too. */
export function writeKubeconfig(user: string, { url, ca, certificate, key }: Access): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'testbed',
    clusters: [
      { name: 'testbed', cluster: { server: url, 'certificate-authority-data': encode(ca) } },
    ],
    users: [
      {
        name: user,
        user: { 'client-certificate-data': encode(certificate), 'client-key-data': encode(key) },
      },
    ],
    contexts: [{ name: 'testbed', context: { cluster: 'testbed', user } }],
  }
  return `${JSON.stringify(config, undefined, 2)}\n`
}

function encode(pem: string): string {
  return Buffer.from(pem).toString('base64')
}
