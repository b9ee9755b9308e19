import { useText } from '../locale.tsx'
import { toYaml } from '../to-yaml.ts'

/** A field that differs, with its path as a person reads it. */
export interface FieldChange {
  readonly is: 'added' | 'removed' | 'changed' | 'reordered'
  readonly path: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Fields that differ, each with what it was and what it is. */
export function FieldChanges({ changes }: { readonly changes: readonly FieldChange[] }) {
  const say = useText()
  return (
    <ul className="changes">
      {changes.map(({ is, path, before, after }) => (
        <li key={is + path}>
          <code className="break">{path}</code>
          {is === 'reordered' ? <span className="quiet"> {say('diff.reordered')}</span> : undefined}
          {before === undefined ? undefined : <pre className="removed">{toYaml(before)}</pre>}
          {after === undefined ? undefined : <pre className="added">{toYaml(after)}</pre>}
        </li>
      ))}
    </ul>
  )
}

export interface ObjectChange {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly action: string
  readonly changes: readonly FieldChange[]
}

/** Objects that differ, with their fields. */
export function ObjectChanges({ objects }: { readonly objects: readonly ObjectChange[] }) {
  const say = useText()
  return (
    <ul className="stack">
      {objects.map(({ kind, namespace, name, action, changes }) => (
        <li key={kind + namespace + name}>
          <div className="row">
            <span className="tag" data-action={action}>
              {action === 'added'
                ? say('diff.added')
                : action === 'removed'
                  ? say('diff.removed')
                  : say('diff.changed')}
            </span>
            <b>{kind}</b>
            <span className="break">{namespace === '' ? name : `${namespace}/${name}`}</span>
          </div>
          <FieldChanges changes={changes} />
        </li>
      ))}
    </ul>
  )
}
