import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Page } from '../../../src/server/contract.ts'
import type { ReleaseObject } from '../../api/release-types.ts'
import { useRelease } from '../../api/use-release.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { useAddress } from '../../components/use-address.ts'
import { Loaded, Notice } from '../../components/views.tsx'
import { type ObjectGroup, groupObjects, healthOf } from './object-groups.ts'
import { ObjectRow } from './object-row.tsx'

/** The objects of a release as they are now, by kind, opened at what is unwell. */
export function ReleaseObjects({ release }: { readonly release: string }) {
  const say = useText()
  const [words, setWords] = useAddress('find')
  const objects = useRelease<Page<ReleaseObject>>(release, '/objects', { isLive: true })
  return (
    <section className="card">
      <div className="toolbar">
        <TextInput
          className="grow"
          aria-label={say('common.filter')}
          placeholder={say('common.filter')}
          leftSection={<Icon name="search" size={15} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      <Loaded from={objects}>
        {({ items }) => {
          const groups = groupObjects(items, words)
          if (groups.length === 0) return <Notice icon="search" title={say('view.emptyFilter')} />
          return (
            <ul className="tree">
              {groups.map((group) => (
                <Group key={group.kind} group={group} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}

function Group({ group }: { readonly group: ObjectGroup }) {
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
        <b>{group.kind}</b>
        <span className="quiet">{group.objects.length}</span>
        {group.unwell > 0 ? <span className="dot" data-health="failed" /> : undefined}
      </button>
      {shown ? (
        <ul>
          {group.objects.map((object) => (
            <ObjectRow
              key={`${object.namespace}/${object.name}`}
              object={object}
              health={healthOf(object)}
            />
          ))}
        </ul>
      ) : undefined}
    </li>
  )
}
