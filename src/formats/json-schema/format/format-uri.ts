import { fromBinary, toBinary } from '../../byte-string.ts'
import { escapeUrl, unescapeUrl, UrlError } from '../../url/escape.ts'
import { parseUrl, type Url } from '../../url/parse.ts'
import { ipv6Fault, within } from './format-network.ts'

export function uriFault(text: string): string | undefined {
  return faultOf(() => {
    const url = parse(text)
    return hostFault(url) ?? (url.scheme === '' ? 'relative url' : undefined)
  })
}

export function uriReferenceFault(text: string): string | undefined {
  if (text.includes('\\')) return 'contains \\'
  return faultOf(() => hostFault(parse(text)))
}

export function uriTemplateFault(text: string): string | undefined {
  return faultOf(() => {
    const fault = hostFault(parse(text))
    if (fault !== undefined) return fault
    for (const segment of pathOf(text).split('/')) {
      const braces = unescapeUrl(segment, 'segment').replaceAll(/[^{}]/g, '')
      const rest = braces.replace(/^(?:\{\})*/, '')
      if (rest !== '') return rest === '{' ? 'no matching closing brace' : 'nested curly braces'
    }
    return undefined
  })
}

function parse(text: string): Url {
  return parseUrl(toBinary(text))
}

function faultOf(check: () => string | undefined): string | undefined {
  try {
    return check()
  } catch (error) {
    if (error instanceof UrlError) return error.message
    throw error
  }
}

function hostFault({ host }: Url): string | undefined {
  const port = /:[0-9]*$/.exec(host)
  const withoutPort = port === null || host.endsWith(']') ? host : host.slice(0, port.index)
  const isBracketed = withoutPort.startsWith('[') && withoutPort.endsWith(']')
  const name = isBracketed ? withoutPort.slice(1, -1) : withoutPort
  if (!name.includes(':')) return undefined
  if (!host.includes('[') || !host.includes(']')) return 'ipv6 address not enclosed in brackets'
  return within('invalid ipv6 address', ipv6Fault(fromBinary(name)))
}

/** Go's RawPath: the path as it is written, or nothing where that has just the usual escapes. */
function pathOf(text: string): string {
  const [, rest = ''] = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?([^?#]*)/.exec(text) ?? []
  const isOpaque = /^[A-Za-z][A-Za-z0-9+.-]*:(?!\/)/.test(text)
  if (isOpaque) return ''
  const path = toBinary(rest.replace(/^\/\/[^/]*/, ''))
  return escapeUrl(unescapeUrl(path, 'path'), 'path') === path ? '' : path
}
