import type { Environment } from '@marcbachmann/cel-js'

/** Kubernetes' URLs: absolute ones, or absolute paths. */
export function registerUrls(environment: Environment): void {
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    environment.registerFunction(signature, handler, { async: false })
  }
  environment.registerType('kubernetes.URL', Address)
  add('url(string): kubernetes.URL', (text: string) => {
    const parsed = parseUrl(text)
    if (parsed === undefined)
      throw new Error(`URL parse error during conversion from string: ${text}`)
    return parsed
  })
  add('isURL(string): bool', (text: string) => parseUrl(text) !== undefined)
  const method = (signature: string, handler: (address: Address) => unknown) =>
    add(`kubernetes.URL.${signature}`, handler)
  method('getScheme(): string', ({ url, isPath }) => (isPath ? '' : url.protocol.slice(0, -1)))
  method('getHost(): string', ({ url, isPath }) => (isPath ? '' : url.host))
  method('getHostname(): string', ({ url, isPath }) => {
    return isPath ? '' : url.hostname.replaceAll(/^\[|\]$/g, '')
  })
  method('getPort(): string', ({ url, isPath }) => (isPath ? '' : url.port))
  method('getEscapedPath(): string', ({ path }) => path)
  method('getQuery(): map<string, list<string>>', ({ url }) => {
    const { searchParams } = url
    return new Map([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]))
  })
}

/** The library tells types apart by their constructors. */
class Address {
  readonly url: URL
  readonly isPath: boolean
  /** As it was written; a parsed URL always has one. */
  readonly path: string

  constructor(url: URL, isPath: boolean, path: string) {
    this.url = url
    this.isPath = isPath
    this.path = path
  }
}

function parseUrl(text: string): Address | undefined {
  const isPath = text.startsWith('/')
  if (!isPath && !/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)) return undefined
  const base = isPath ? 'http://localhost' : undefined
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  const hasPath = isPath || /^[^:]+:\/\/[^/?#]*\//.test(text)
  return new Address(url, isPath, hasPath ? url.pathname : '')
}
