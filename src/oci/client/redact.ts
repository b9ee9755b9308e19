/** A URL for people: without user, password and query, where tokens and signatures are. */
export function printableUrl(url: URL): string {
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`
}

const clipAt = 500

/** Text of a foreign server for a message: one line, bounded, known secrets and URL queries gone. */
export function printableText(text: string, secrets: readonly string[]): string {
  // Longer ones first: one secret may be a part of another.
  const known = secrets.filter((secret) => secret.length > 0).toSorted(byLength)
  const shown = known.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return shown
    .replace(/(https?:\/\/)[^\s/@"']*@/gi, '$1')
    .replace(/(https?:\/\/[^\s?"']+)\?[^\s"']*/gi, '$1?…')
    .replace(/\b(bearer|basic) +[A-Za-z0-9+/=._~-]{8,}/gi, '$1 [redacted]')
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .slice(0, clipAt)
    .trim()
}

function byLength(one: string, other: string): number {
  return other.length - one.length
}
