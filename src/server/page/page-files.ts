import { createHash, randomBytes } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Call, Reply } from '../http/route.ts'

/** The text in the page's HTML that every answer replaces by a new nonce for styles. */
export const noncePlaceholder = 'OUTRIGGER_CSP_NONCE'

const document = 'index.html'
const forEver = 'public, max-age=31536000, immutable'
/** The folder whose names hold the digest of their content, as the page's build writes them. */
const hashed = /^assets\/.*-[\w-]{8,}\.\w+$/

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The encodings that a build may have written beside a file, the better one first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface Listing {
  /** When the document was written; another time means that the page was built again. */
  readonly built: number
  readonly files: ReadonlySet<string>
}

/** The built page in a folder. Only names that a listing of the folder gave are ever opened. */
export class PageFiles {
  private readonly folder: string
  private listing: Listing | undefined

  constructor(folder: string) {
    this.folder = folder
  }

  /**
   * The answer to a path that is none of the API: a file, or the document, in which the page finds its own way.
   * Undefined when there is no page, or when something like a file was asked for that is not there.
   */
  async answer(path: string, headers: Call['headers']): Promise<Reply | undefined> {
    const files = await this.known()
    if (files === undefined) return undefined
    const name = nameIn(path)
    if (name === undefined) return undefined
    if (name !== document && files.has(name)) return this.file(name, files, headers)
    return name.startsWith('assets/') ? undefined : this.document()
  }

  private async document(): Promise<Reply> {
    const nonce = randomBytes(18).toString('base64')
    const text = await readFile(join(this.folder, document), 'utf8')
    return {
      status: 200,
      headers: {
        'content-type': types['.html'] ?? '',
        'cache-control': 'no-cache',
        'content-security-policy': pagePolicy(nonce),
      },
      text: text.replaceAll(noncePlaceholder, nonce),
    }
  }

  private async file(
    name: string,
    files: ReadonlySet<string>,
    headers: Call['headers'],
  ): Promise<Reply> {
    const [encoding, ending] = chosenEncoding(name, files, String(headers['accept-encoding'] ?? ''))
    const bytes = await readFile(join(this.folder, `${name}${ending}`))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    const facts = {
      etag,
      vary: 'accept-encoding',
      'cache-control': hashed.test(name) ? forEver : 'no-cache',
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      ...(encoding === '' ? {} : { 'content-encoding': encoding }),
    }
    if (headers['if-none-match'] === etag) return { status: 304, headers: facts }
    return { status: 200, headers: facts, bytes }
  }

  private async known(): Promise<ReadonlySet<string> | undefined> {
    const built = await stat(join(this.folder, document)).catch(whenMissing)
    if (built === undefined) return undefined
    if (this.listing?.built !== built.mtimeMs) {
      const entries = await readdir(this.folder, { recursive: true, withFileTypes: true })
      const names = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
      const files = new Set(names.map((name) => name.replaceAll(sep, '/')))
      this.listing = { built: built.mtimeMs, files }
    }
    return this.listing.files
  }
}

/** Scripts only of our own files; styles also from our own script, by the nonce. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

function whenMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}

function nameIn(path: string): string | undefined {
  try {
    return decodeURIComponent(path).replace(/^\/+/, '')
  } catch {
    return undefined
  }
}

function chosenEncoding(
  name: string,
  files: ReadonlySet<string>,
  accepted: string,
): readonly [string, string] {
  const wanted = accepted
    .split(',')
    .map((one) => one.trim().split(';'))
    .filter(([, quality = '']) => !/^\s*q=0(\.0+)?$/.test(quality))
    .map(([encoding]) => encoding)
  const found = encodings.find(
    ([encoding, ending]) => wanted.includes(encoding) && files.has(`${name}${ending}`),
  )
  return found ?? ['', '']
}
