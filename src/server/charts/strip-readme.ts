/** A README of somebody else as a page may show it. */
export interface StrippedReadme {
  /** Markdown without HTML; its pictures are those of this server. */
  readonly text: string
  /** The addresses of its pictures, in their order. */
  readonly pictures: readonly string[]
}

/** Characters of a README that are shown. */
const longestReadme = 128 * 1024
const mostPictures = 64

/**
 * Takes everything out of a README that acts, fetches or leads where no link may: HTML, addresses of other schemes, and
 * pictures of other hosts, which `pictureAt` gives an address of this server by their number. Code stays as it is.
 */
export function stripReadme(readme: string, pictureAt: (number: number) => string): StrippedReadme {
  const pictures: string[] = []
  const picture = (alt: string, address: string): string => {
    const words = alt.replaceAll(/[[\]<>]/g, '')
    if (!/^https?:\/\//i.test(address) || pictures.length >= mostPictures) return words
    const known = pictures.indexOf(address)
    if (known === -1) pictures.push(address)
    return `![${words}](${pictureAt(known === -1 ? pictures.length - 1 : known)})`
  }
  const text = partsOf(readme.slice(0, longestReadme))
    .map(({ isCode, text: part }) => (isCode ? part : strip(part, picture)))
    .join('')
  return { text, pictures }
}

interface Part {
  readonly isCode: boolean
  readonly text: string
}

/** Lines between fences, and the rest. */
function partsOf(text: string): readonly Part[] {
  const parts: { isCode: boolean; text: string }[] = []
  let fence = ''
  for (const line of text.split(/(?<=\n)/)) {
    const [, mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    const opens = fence === '' && mark !== ''
    const closes = fence !== '' && mark.startsWith(fence)
    const isCode = fence !== '' || opens
    const last = parts.at(-1)
    if (last !== undefined && last.isCode === isCode && !opens) last.text += line
    else parts.push({ isCode, text: line })
    if (opens) fence = mark
    else if (closes) fence = ''
  }
  return parts
}

type Picture = (alt: string, address: string) => string

/** Elements whose content goes with them. */
const withContent: ReadonlySet<string> = new Set(
  'script style iframe object embed svg math template noscript textarea title xmp'.split(' '),
)

function strip(text: string, picture: Picture): string {
  return stripHtml(text)
    .replaceAll(
      /!\[([^[\]]{0,300})\]\(\s{0,9}<?([^\s)>]{0,2000})>?(?:\s{1,9}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'))?\s{0,9}\)/g,
      (_, alt: string, address: string) => picture(alt, address),
    )
    .replaceAll(/!\[([^[\]]{0,300})\]\[[^[\]]{0,300}\]/g, '$1')
    .replaceAll(
      /(?<!!)\[((?:[^[\]]|\[[^[\]]{0,300}\]){0,500})\]\(([^)\n]{0,2000})\)/g,
      (whole, words: string, address: string) => (mayLead(address) ? whole : words),
    )
    .replaceAll(/^ {0,3}\[[^[\]\n]{1,300}\]:[ \t]{0,9}(\S+).*$/gm, (whole, address: string) =>
      mayLead(address) ? whole : '',
    )
}

// Sign by sign: the time grows with the text alone, whatever is in it.
function stripHtml(text: string): string {
  const lower = text.toLowerCase()
  const parts: string[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('<', at)
    if (open === -1) return [...parts, text.slice(at)].join('')
    parts.push(text.slice(at, open))
    const { shown, end } = elementAt(text, lower, open)
    parts.push(shown)
    at = end
  }
}

interface Element {
  readonly shown: string
  readonly end: number
}

function elementAt(text: string, lower: string, open: number): Element {
  if (text.startsWith('<!--', open)) return { shown: '', end: endOf(lower, '-->', open) }
  const address = matchAt(/<https?:\/\/[^\s<>]{1,2000}>/iy, text, open)
  if (address !== undefined) return { shown: address[0], end: open + address[0].length }
  const tag = matchAt(
    /<(\/?)([a-z!?][^\s<>/"']{0,40})((?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}')*)>/iy,
    text,
    open,
  )
  if (tag === undefined) return { shown: '&lt;', end: open + 1 }
  const [whole, slash, word = '', attributes = ''] = tag
  const [name, end] = [word.toLowerCase(), open + whole.length]
  if (name === 'br') return { shown: '\n', end }
  if (name === 'img') {
    const alt = attributeOf(attributes, 'alt').replaceAll(/[[\]<>]/g, '')
    const source = attributeOf(attributes, 'src')
    // Written as Markdown, it is a picture like the others.
    return { shown: /[\s()<>]/.test(source) ? alt : `![${alt}](${source})`, end }
  }
  if (slash === '' && withContent.has(name)) {
    return { shown: '', end: endOf(lower, '>', endOf(lower, `</${name}`, end) - 1) }
  }
  return { shown: '', end }
}

/** The place after some text; the end of everything when it is not there. */
function endOf(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from)
  return found === -1 ? text.length : found + wanted.length
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function attributeOf(attributes: string, name: string): string {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  )
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
}

/** Addresses in a README that mean something here; those that are relative to it do not. */
function mayLead(address: string): boolean {
  return /^\s*<?(?:https?:\/\/|mailto:|#|\/api\/v1\/charts\/)/i.test(address)
}
