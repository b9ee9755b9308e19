import { type LineParts, lineParts } from './line-parts.ts'

/** A line of YAML with its key, its value and its comment in their colours. */
export function YamlLine({ line }: { readonly line: string }) {
  const { lead, key, value, kind, comment }: LineParts = lineParts(line)
  return (
    <>
      {lead}
      {key === '' ? undefined : <span className="yaml-key">{key}</span>}
      {value === '' ? undefined : <span className={`yaml-${kind}`}>{value}</span>}
      {comment === '' ? undefined : <span className="yaml-comment">{comment}</span>}
    </>
  )
}
