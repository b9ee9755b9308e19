import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import type { Nouns } from '../../api/shown-kinds.ts'
import { ObjectChanges } from '../../components/changes/change-list.tsx'
import type { ChartContents } from '../../components/engine/chart-contents.ts'
import { useText } from '../../components/locale.tsx'
import { useAddress } from '../../components/use-address.ts'
import { Loaded, Notice } from '../../components/views.tsx'
import { compareContents } from './compare-contents.ts'
import { useContents } from './use-contents.ts'

/** The differences between two versions of an extension: objects, fields and images. */
export function VersionChanges({ extension }: { readonly extension: Nouns['extensions'] }) {
  const say = useText()
  const versions = (extension.status?.versions ?? []).filter((one) => !one.includes('{{'))
  const [from, setFrom] = useAddress('from', versions.at(-2) ?? versions[0] ?? '')
  const [to, setTo] = useAddress('to', versions.at(-1) ?? '')
  if (versions.length < 2) return <Notice icon="catalogue" title={say('versions.one')} />
  return (
    <div className="stack">
      <section className="card">
        <div className="field-grid">
          <NativeSelect
            label={say('versions.from')}
            value={from}
            data={versions}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <NativeSelect
            label={say('versions.to')}
            value={to}
            data={versions}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </div>
      </section>
      <Compared name={extension.metadata.name} from={from} to={to} />
    </div>
  )
}

interface ComparedProps {
  readonly name: string
  readonly from: string
  readonly to: string
}

function Compared({ name, from, to }: ComparedProps) {
  const before = useContents(name, from)
  const after = useContents(name, to)
  return (
    <Loaded from={before.contents}>
      {(old) => (
        <Loaded from={after.contents}>{(fresh) => <Changes old={old} fresh={fresh} />}</Loaded>
      )}
    </Loaded>
  )
}

interface ChangesProps {
  readonly old: ChartContents
  readonly fresh: ChartContents
}

function Changes({ old, fresh }: ChangesProps) {
  const say = useText()
  const changes = useMemo(() => compareContents(old, fresh), [old, fresh])
  return (
    <section className="card stack-small">
      <h2>{say('catalogue.images')}</h2>
      <ul className="plain">
        {changes.imagesRemoved.map((image) => (
          <li key={image}>
            <code className="removed break">{image}</code>
          </li>
        ))}
        {changes.imagesAdded.map((image) => (
          <li key={image}>
            <code className="added break">{image}</code>
          </li>
        ))}
      </ul>
      <h2>{say('plugins.objects')}</h2>
      <ObjectChanges objects={changes.objects} />
      <p className="quiet">{say('diff.unchanged', { n: changes.unchanged })}</p>
    </section>
  )
}
