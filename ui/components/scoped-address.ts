/** The address of a view with the namespace that the lists are about, unless it names one itself. */
export function scopedAddress(href: string, namespace: string): string {
  if (namespace === '' || !href.startsWith('/')) return href
  const [path = '', search = ''] = href.split('?')
  const words = new URLSearchParams(search)
  if (!words.has('namespace')) words.set('namespace', namespace)
  return `${path}?${words.toString()}`
}
