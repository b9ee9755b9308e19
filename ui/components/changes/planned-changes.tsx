import { type ReactNode, useState } from 'react'
import { Icon } from '../icon.tsx'
import { useText } from '../locale.tsx'
import { FieldChanges } from './change-list.tsx'
import { type KindGroup, type ShownObject, countActions, groupByKind } from './planned-objects.ts'

interface Props {
  readonly objects: readonly ShownObject[]
  /** The text of an object that is new. */
  readonly textOf?: (object: ShownObject) => ReactNode
}

/** The objects that would change, by kind, with every field that would; those that stay as they are only counted. */
export function PlannedChanges({ objects, textOf }: Props) {
  const say = useText()
  const counts = countActions(objects)
  return (
    <div className="stack-small">
      <p className="chips" aria-live="polite">
        {counts.map(({ action, count }) => (
          <span key={action} className="tag" data-action={action}>
            {say(`plan.${action}`, { n: count })}
          </span>
        ))}
        {counts.some(({ action }) => action !== 'unchanged') ? undefined : (
          <span className="quiet">{say('plan.nothing')}</span>
        )}
      </p>
      <ul className="tree">
        {groupByKind(objects).map((group) => (
          <Group key={group.action + group.kind} group={group} textOf={textOf} />
        ))}
      </ul>
    </div>
  )
}

/** So many objects of a kind that change are open at once. */
const mostOpen = 5

interface GroupProps {
  readonly group: KindGroup
  readonly textOf: Props['textOf']
}

function Group({ group, textOf }: GroupProps) {
  const say = useText()
  const { kind, action, objects } = group
  const tells = objects.some(({ problems = [] }) => problems.length > 0)
  const isShort = objects.length <= mostOpen && (action === 'change' || action === 'adopt')
  const [isOpen, setOpen] = useState<boolean>()
  const shown = isOpen ?? (isShort || tells)
  return (
    <li>
      <button
        type="button"
        className="tree-head"
        aria-expanded={shown}
        onClick={() => setOpen(!shown)}
      >
        <Icon name="arrow" size={12} />
        <span className="tag" data-action={action}>
          {say(`plan.is.${action}`)}
        </span>
        <b>{kind}</b>
        <span className="quiet">{objects.length}</span>
      </button>
      {shown ? (
        <ul>
          {objects.map((object) => (
            <PlannedObject
              key={`${object.namespace ?? ''}/${object.name}`}
              object={object}
              textOf={textOf}
            />
          ))}
        </ul>
      ) : undefined}
    </li>
  )
}

interface ObjectProps {
  readonly object: ShownObject
  readonly textOf: Props['textOf']
}

function PlannedObject({ object, textOf }: ObjectProps) {
  const [isOpen, setOpen] = useState(false)
  const { namespace = '', name, action, changes, problems = [] } = object
  const hasText = action === 'create' && textOf !== undefined
  return (
    <li className="object">
      <div className="row">
        {hasText ? (
          <button
            type="button"
            className="link"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
          </button>
        ) : (
          <span className="break">{name}</span>
        )}
        <span className="quiet">{namespace}</span>
      </div>
      {problems.map(({ message, blocking }) => (
        <p key={message} className={blocking ? 'bad break' : 'wait break'}>
          {message}
        </p>
      ))}
      <FieldChanges changes={changes} />
      {hasText && isOpen ? textOf(object) : undefined}
    </li>
  )
}
