/** The demand of a server in WWW-Authenticate. */
export type Challenge =
  | { readonly scheme: 'basic' }
  | {
      readonly scheme: 'bearer'
      readonly realm: string
      readonly service: string | undefined
      readonly scopes: readonly string[]
    }

/** The best challenge of a header that may hold several: a token before a password. */
export function parseChallenge(header: string): Challenge | undefined {
  const challenges = splitChallenges(header)
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer')
  const realm = bearer?.parameters.get('realm')
  if (bearer !== undefined && realm !== undefined && realm !== '') {
    const scopes = (bearer.parameters.get('scope') ?? '').split(' ').filter((part) => part !== '')
    return { scheme: 'bearer', realm, service: bearer.parameters.get('service'), scopes }
  }
  return challenges.some(({ scheme }) => scheme === 'basic') ? { scheme: 'basic' } : undefined
}

interface Parsed {
  readonly scheme: string
  readonly parameters: ReadonlyMap<string, string>
}

const maxHeader = 8192
const token = "[A-Za-z0-9!#$%&'*+.^_`|~-]+"
const parameter = `(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,]+))`

function splitChallenges(header: string): readonly Parsed[] {
  // A name with = behind it is a parameter of the challenge before, any other begins one.
  const pattern = new RegExp(`${parameter}|(${token})`, 'g')
  const found: { scheme: string; parameters: Map<string, string> }[] = []
  for (const match of header.slice(0, maxHeader).matchAll(pattern)) {
    const [, name, quoted, plain, scheme] = match
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), parameters: new Map() })
    else if (name !== undefined) {
      const value = quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''
      found.at(-1)?.parameters.set(name.toLowerCase(), value)
    }
  }
  return found
}
