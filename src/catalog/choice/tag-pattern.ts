import type { KubernetesVersion } from './kubernetes-version.ts'

/** The tag for a version of Kubernetes, or what is wrong with the pattern. */
export type TagOutcome = { readonly tag: string } | { readonly problem: string }

// The shape that a registry allows for a tag.
const tagShape = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/

/**
 * Fills `{{ .Major }}`, `{{ .Minor }}`, `{{ .Patch }}` and `{{ .Version }}` (all three) into a pattern. Nothing else of the
 * template language is understood here: a tag is a name, not a program.
 */
export function tagFor(pattern: string, kubernetes: KubernetesVersion): TagOutcome {
  const { major, minor, patch } = kubernetes
  const fields: Readonly<Record<string, string>> = {
    Major: major,
    Minor: minor,
    Patch: patch,
    Version: `${major}.${minor}.${patch}`,
  }
  const unknown: string[] = []
  const tag = pattern.replaceAll(/\{\{-?\s*([^{}]*?)\s*-?\}\}/g, (whole, inner: string) => {
    const field = fields[inner.replace(/^\./, '')]
    if (field === undefined || !inner.startsWith('.')) unknown.push(whole)
    return field ?? ''
  })
  const known = '{{ .Major }}, {{ .Minor }}, {{ .Patch }} and {{ .Version }}'
  if (unknown.length > 0)
    return { problem: `tag "${pattern}" asks for ${unknown.join(', ')}; there are ${known}` }
  if (!tagShape.test(tag)) return { problem: `tag "${pattern}" gives "${tag}", which is no tag` }
  return { tag }
}
