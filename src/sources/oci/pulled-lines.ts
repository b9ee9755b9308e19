/** Helm's two lines about a chart that was pulled from a registry; `resolved` is `oci://` with a digest. */
export function pulledLines(resolved: string, digest: string): readonly string[] {
  const [reference = ''] = resolved.slice('oci://'.length).split('@')
  return [`Pulled: ${reference}`, `Digest: ${digest}`]
}
