/** A picture that a browser may be given. */
export interface SafePicture {
  readonly type: string
  readonly bytes: Uint8Array
}

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]

/**
 * The picture in some bytes, by what they are and not by what anybody says of them. An SVG loses everything that acts
 * or fetches. Undefined when they are no picture.
 */
export function safePicture(bytes: Uint8Array): SafePicture | undefined {
  if (beginsWith(bytes, png)) return { type: 'image/png', bytes }
  if (beginsWith(bytes, jpeg)) return { type: 'image/jpeg', bytes }
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (/^GIF8[79]a/.test(head)) return { type: 'image/gif', bytes }
  if (/^RIFF.{4}WEBP/s.test(head)) return { type: 'image/webp', bytes }
  const text = Buffer.from(bytes).toString('utf8').trimStart()
  if (!/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i.test(text)) return undefined
  return { type: 'image/svg+xml', bytes: Buffer.from(stripSvg(text)) }
}

function beginsWith(bytes: Uint8Array, signs: readonly number[]): boolean {
  return signs.every((sign, index) => bytes[index] === sign)
}

/** Elements that only draw. */
const drawing: ReadonlySet<string> = new Set(
  `svg g defs symbol title desc path rect circle ellipse line polyline polygon text tspan lineargradient
  radialgradient stop clippath mask pattern marker use filter fegaussianblur feoffset feblend feflood
  fecomposite femerge femergenode fecolormatrix`.split(/\s+/),
)

// Element by element, and nothing that is not known is let through.
function stripSvg(text: string): string {
  const parts: string[] = []
  const tag = /<(\/?)([a-zA-Z][\w:-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|<!--[\s\S]*?-->|<[?!][^>]*>/g
  let at = 0
  let hidden = 0
  for (const found of text.matchAll(tag)) {
    if (hidden === 0) parts.push(plain(text.slice(at, found.index)))
    at = found.index + found[0].length
    const [, slash = '', name, attributes = ''] = found
    if (name === undefined) continue
    const isClosed = attributes.trimEnd().endsWith('/')
    if (!drawing.has(name.toLowerCase())) {
      // Its content goes with it, however deep it is.
      if (slash === '/') hidden = Math.max(0, hidden - 1)
      else if (!isClosed) hidden++
    } else if (hidden === 0) {
      parts.push(`<${slash}${name}${slash === '/' ? '' : kept(attributes)}${isClosed ? '/' : ''}>`)
    }
  }
  return parts.join('')
}

function plain(text: string): string {
  return text.replaceAll('<', '&lt;')
}

/** Attributes that draw: no handler, no style sheet, and references only to parts of the picture itself. */
function kept(attributes: string): string {
  const found = attributes.matchAll(/([\w:-]+)\s*=\s*("[^"]*"|'[^']*')/g)
  return [...found]
    .filter(([, name = '', value = '']) => {
      if (/^on/i.test(name)) return false
      if (/(^|:)href$/i.test(name)) return /^["']#/.test(value)
      return !/url\s*\(\s*(?!["']?#)|javascript:|expression|@import|&/i.test(value)
    })
    .map(([whole]) => ` ${whole}`)
    .join('')
}
