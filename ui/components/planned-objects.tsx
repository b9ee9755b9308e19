import { useText } from './locale.tsx'
import { toYaml } from './to-yaml.ts'

interface Change {
  readonly is: string
  readonly path: string
  readonly before?: unknown
  readonly after?: unknown
}

export interface PlannedObject {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly action: string
  readonly changes: readonly Change[]
}

const looks: Readonly<Record<string, 'added' | 'removed' | 'changed'>> = {
  create: 'added',
  adopt: 'changed',
  change: 'changed',
  prune: 'removed',
}

/** The objects that a plan would change, each with its fields behind a fold; those that stay are left out. */
export function PlannedObjects({ objects }: { readonly objects: readonly PlannedObject[] }) {
  const say = useText()
  const moving = objects.filter(({ action }) => looks[action] !== undefined)
  if (moving.length === 0) return <p className="quiet">{say('plan.nothing')}</p>
  return (
    <ul className="planned">
      {moving.map((object) => (
        <li key={`${object.kind} ${object.namespace ?? ''}/${object.name}`}>
          <Planned object={object} />
        </li>
      ))}
    </ul>
  )
}

function Planned({ object }: { readonly object: PlannedObject }) {
  const say = useText()
  const { kind, namespace, name, action, changes } = object
  const head = (
    <>
      <span className="tag" data-action={looks[action]}>
        {say(`plan.is.${action as 'create' | 'adopt' | 'change' | 'prune'}`)}
      </span>{' '}
      <b>{kind}</b>{' '}
      <span className="break">{namespace === undefined ? name : `${namespace}/${name}`}</span>
    </>
  )
  if (changes.length === 0) return head
  return (
    <details>
      <summary>{head}</summary>
      <ul className="changes">
        {changes.map(({ is, path, before, after }) => (
          <li key={is + path}>
            <code className="break">{path}</code>
            {before === undefined ? undefined : <pre className="removed">{toYaml(before)}</pre>}
            {after === undefined ? undefined : <pre className="added">{toYaml(after)}</pre>}
          </li>
        ))}
      </ul>
    </details>
  )
}
