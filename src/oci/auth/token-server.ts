import { isIP } from 'node:net'

/**
 * Whether the token server that a registry names may have the credentials for that registry. Anybody who can
 * answer for a registry can name any server, so that credentials stay with the registry's host and in its own
 * domain, as browsers draw it (`registry.example.com` and `auth.example.com`), and in pairs that are known.
 */
export function isOwnTokenServer(registry: URL, realm: URL): boolean {
  const [own, other] = [hostOf(registry), hostOf(realm)]
  if (own === other) return true
  if (isIP(own) !== 0 || isIP(other) !== 0) return false
  if (knownPairs.some(([one, another]) => own === one && other === another)) return true
  const domain = domainOf(own)
  return domain !== undefined && domain === domainOf(other)
}

/** Registries whose logins belong to another server, as their documentation says. */
const knownPairs: readonly (readonly [registry: string, server: string])[] = [
  ['lscr.io', 'ghcr.io'],
  ['nvcr.io', 'authn.nvidia.com'],
]

// Below these, neighbours are strangers to each other.
const sharedDomains = `
  azurecr.io azurewebsites.net cloudapp.azure.com windows.net
  amazonaws.com on.aws awsapprunner.com elasticbeanstalk.com
  pkg.dev gcr.io run.app appspot.com cloudfunctions.net web.app
  aliyuncs.com myhuaweicloud.com tencentcloudcr.com
  github.io githubpreview.dev gitlab.io pages.dev workers.dev netlify.app vercel.app
  herokuapp.com onrender.com fly.dev railway.app deno.dev surge.sh
  ngrok.io ngrok-free.app ngrok.app loca.lt trycloudflare.com nip.io sslip.io
  duckdns.org dyndns.org no-ip.org ddns.net dynu.net hopto.org
  cluster.local
  ondigitalocean.app linodeusercontent.com scw.cloud ovh.net cloudfront.net akamaized.net fastly.net
`
  .trim()
  .split(/\s+/)

// A country's domain with one of these before it, such as co.uk, is nobody's own.
const secondLevel = new Set(
  'ac co com edu gob gov gouv govt go id ind info mil name ne net nic nom or org sch web'.split(
    ' ',
  ),
)

/** The domain that one owner has; undefined where neighbours are strangers. */
function domainOf(host: string): string | undefined {
  if (sharedDomains.some((shared) => host === shared || host.endsWith(`.${shared}`)))
    return undefined
  const labels = host.split('.')
  const [before = '', last = ''] = labels.slice(-2)
  const isSecondLevel = last.length === 2 && secondLevel.has(before)
  const count = isSecondLevel ? 3 : 2
  return labels.length < count ? undefined : labels.slice(-count).join('.')
}

function hostOf({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
}
