import { useState } from 'react'
import type { Page } from '../../../src/server/contract.ts'
import type { ReleaseObject } from '../../api/release-types.ts'
import { type RemotePlace, lookAgain, useRelease } from '../../api/use-release.ts'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Icon } from '../../components/icon.tsx'
import { useLocale, useText } from '../../components/locale.tsx'
import { useAddress } from '../../components/use-address.ts'
import { Loaded, Notice } from '../../components/views.tsx'
import { type ObjectGroup, objectTree } from './object-groups.ts'
import { ObjectRow } from './object-row.tsx'

/** The objects of a release as they are now: one list, or kind by kind where there are many, opened at what is unwell. */
export function ReleaseObjects({ release }: { readonly release: RemotePlace }) {
  const objects = useRelease<Page<ReleaseObject>>(release, '/objects', {
    every: lookAgain,
  })
  return (
    <section className="card">
      <Loaded from={objects}>
        {({ items }) => <Objects items={items} cluster={release.cluster} />}
      </Loaded>
    </section>
  )
}

interface ObjectsProps {
  readonly items: readonly ReleaseObject[]
  readonly cluster: string | undefined
}

function Objects({ items, cluster }: ObjectsProps) {
  const { say, number } = useLocale()
  const [words, setWords] = useAddress('find')
  const [health, setHealth] = useAddress('health')
  const { isGrouped, groups, objects, counts, total } = objectTree(items, { words, health })
  const choices = counts.map((one) => ({
    id: one.health,
    text: say(`state.${one.health}`),
    count: one.count,
  }))
  return (
    <>
      <FilterBar
        label={say('common.filter')}
        {...{ words, setWords, choices, chosen: health, choose: setHealth }}
      >
        <span className="quiet push">
          {objects.length === total
            ? say('objects.all', { n: total, total: number(total) })
            : say('objects.some', { left: number(objects.length), total: number(total) })}
        </span>
      </FilterBar>
      {objects.length === 0 ? (
        <Notice icon="search" title={say('view.emptyFilter')} />
      ) : (
        <ul className="tree">
          {isGrouped
            ? groups.map((group) => <Group key={group.kind} {...{ group, cluster }} />)
            : objects.map((object) => (
                <ObjectRow key={keyOf(object)} {...{ object, cluster }} withKind />
              ))}
        </ul>
      )}
    </>
  )
}

interface GroupProps {
  readonly group: ObjectGroup
  readonly cluster: string | undefined
}

function Group({ group, cluster }: GroupProps) {
  const { kind, objects, total, worst } = group
  const say = useText()
  const [isOpen, setOpen] = useState<boolean>()
  const shown = isOpen ?? group.isOpen
  return (
    <li>
      <button
        type="button"
        className="tree-head"
        aria-expanded={shown}
        onClick={() => setOpen(!shown)}
      >
        <Icon name="arrow" size={12} />
        <span className="dot" data-health={worst} title={say(`state.${worst}`)} />
        <b>{kind}</b>
        <span className="quiet">
          {objects.length === total ? total : say('objects.some', { left: objects.length, total })}
        </span>
      </button>
      {shown ? (
        <ul className="tree-group">
          {objects.map((object) => (
            <ObjectRow key={keyOf(object)} {...{ object, cluster }} />
          ))}
        </ul>
      ) : undefined}
    </li>
  )
}

function keyOf({ kind, namespace, name }: ReleaseObject): string {
  return `${kind} ${namespace}/${name}`
}
