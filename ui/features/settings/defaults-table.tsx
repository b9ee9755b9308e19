import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePreview } from '../../api/use-preview.ts'
import { type OpenEngine, useEngine } from '../../components/engine/use-engine.ts'
import { useText } from '../../components/locale.tsx'
import { editValuesText } from '../../components/values-text/edit-values-text.ts'
import { type PlainValue, writeInline } from '../../components/values-text/plain-value.ts'
import { Loaded, LoadingView, Notice } from '../../components/views.tsx'
import { type DefaultRow, compareDefaults } from './compare-defaults.ts'

/** Milliseconds of rest after a key before unused settings are looked for. */
const restTime = 400

interface Props {
  /** The engine of the version that is about to be. */
  readonly engine: OpenEngine
  readonly installed: object
  readonly text: string
  readonly setText: (text: string) => void
}

/** Three columns: the default of the installed version, the default of the new one, and the own value, with the settings that are no longer used. */
export function DefaultsTable({ engine, installed, text, setText }: Props) {
  const before = usePreview(installed)
  const old = useEngine(before.data)
  return (
    <Loaded from={before}>
      {() =>
        old === undefined ? (
          <LoadingView />
        ) : (
          <Compared old={old} engine={engine} text={text} setText={setText} />
        )
      }
    </Loaded>
  )
}

interface ComparedProps extends Pick<Props, 'engine' | 'text' | 'setText'> {
  readonly old: OpenEngine
}

function Compared({ old, engine, text, setText }: ComparedProps) {
  const say = useText()
  const [settled] = useDebouncedValue(text, restTime)
  const traced = useQuery({
    queryKey: ['trace', engine.facts.name, engine.facts.version, settled],
    queryFn: () => engine.client.ask({ do: 'trace', text: settled }),
    gcTime: 0,
  })
  const unused = traced.data?.ok === true ? traced.data.unused : undefined
  const rows = useMemo(
    () =>
      compareDefaults({
        before: old.facts.values,
        now: engine.facts.values,
        mine: text,
        unused: (unused ?? []).map(({ path }) => path),
      }),
    [old, engine, text, unused],
  )
  const remove = (path: string) => {
    const edited = editValuesText(text, path.split('.'), 'delete')
    if (edited.ok) setText(edited.text)
  }
  if (rows.length === 0) return <Notice icon="check" tone="good" title={say('defaults.none')} />
  return (
    <div className="wide-table">
      <table className="layers">
        <thead>
          <tr>
            <th>{say('defaults.setting')}</th>
            <th>{say('defaults.before', { version: old.facts.version })}</th>
            <th>{say('defaults.now', { version: engine.facts.version })}</th>
            <th>{say('defaults.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.path} row={row} remove={() => remove(row.path)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, remove }: { readonly row: DefaultRow; readonly remove: () => void }) {
  const say = useText()
  const { path, before, now, mine, isUnused } = row
  const isOther = JSON.stringify(before) !== JSON.stringify(now)
  return (
    <tr>
      <td>
        <code className="break">{path}</code>
        {isUnused ? (
          <div className="wait">
            {say('defaults.unused')}{' '}
            <button type="button" className="link" onClick={remove}>
              {say('form.remove')}
            </button>
          </div>
        ) : undefined}
      </td>
      <td className={isOther ? 'removed-cell' : undefined}>
        <Value value={before} />
      </td>
      <td className={isOther ? 'added-cell' : undefined}>
        <Value value={now} />
      </td>
      <td>
        <Value value={mine} />
      </td>
    </tr>
  )
}

function Value({ value }: { readonly value: PlainValue | undefined }) {
  if (value === undefined) return <span className="quiet">–</span>
  return <code className="break">{writeInline(value)}</code>
}
