import { Switch, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { JsonRecord } from '../../../src/kinds/json-value.ts'
import { parsePlugin } from '../../../src/kinds/plugin.ts'
import { forecast } from '../../../src/operator/graph/forecast.ts'
import { pluginGraph } from '../../../src/operator/graph/plugin-graph.ts'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { Icon } from '../../components/icon.tsx'
import { useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { pluginKeyOf } from '../../components/root-cause.ts'
import { stateOf } from '../../components/state-of.ts'
import { useAddress } from '../../components/use-address.ts'
import { Loaded, LoadingView, Notice } from '../../components/views.tsx'
import { Drawing } from './drawing.tsx'
import { shownGraph } from './shown-graph.ts'
import { useLayout } from './use-layout.ts'

/** Plugins and what they need, with their states as they change. */
export function GraphView() {
  const { say } = useLocale()
  const plugins = useKind('plugins')
  return (
    <>
      <PageHead title={say('graph.title')} lead={say('graph.lead')} />
      <Loaded from={plugins}>
        {(list) =>
          list.length === 0 ? (
            <Notice icon="graph" title={say('graph.empty')} />
          ) : (
            <Graph plugins={list} />
          )
        }
      </Loaded>
    </>
  )
}

/** From so many plugins on, what is ready is drawn as one box unless the reader says otherwise. */
const many = 60
const noCategory = '–'

function Graph({ plugins }: { readonly plugins: readonly Nouns['plugins'][] }) {
  const { say, span, number } = useLocale()
  const [words, setWords] = useAddress('find')
  const [grouped, setGrouped] = useAddress('group', plugins.length >= many ? 'yes' : 'no')
  const [opened, setOpened] = useAddress('open')
  const graph = useMemo(() => pluginGraph(plugins.flatMap(readPlugin)), [plugins])
  const { criticalPath, left } = useMemo(() => forecast(graph), [graph])
  const categories = useCategories()
  const states = useMemo(
    () => new Map(plugins.map((plugin) => [keyOf(plugin), stateOf(plugin).state])),
    [plugins],
  )
  const shown = useMemo(
    () =>
      shownGraph(graph, {
        isGrouped: grouped === 'yes',
        open: opened.split(','),
        words,
        stateOf: (id) => states.get(id) ?? 'unknown',
        categoryOf: (id) => categories.get(id) ?? noCategory,
      }),
    [graph, grouped, opened, words, states, categories],
  )
  const placed = useLayout(shown)
  const isHanging = criticalPath.some((id) => states.get(id) === 'hanging')
  return (
    <>
      <div className="toolbar">
        <TextInput
          className="grow"
          aria-label={say('common.filter')}
          placeholder={say('common.filter')}
          leftSection={<Icon name="search" size={15} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Switch
          label={say('graph.collapse')}
          checked={grouped === 'yes'}
          onChange={(event) => setGrouped(event.currentTarget.checked ? 'yes' : 'no')}
        />
        {opened === '' ? undefined : (
          <button type="button" className="chip" onClick={() => setOpened('')}>
            {say('graph.closeGroups')}
          </button>
        )}
        <span className="quiet">
          {say('graph.count', {
            n: graph.nodes.length,
            count: number(graph.nodes.length),
            boxes: number(shown.boxes.length),
          })}
        </span>
        {criticalPath.length === 0 ? undefined : (
          <span className="critical">
            <b>{say('graph.critical')}</b> {criticalPath.join(' → ')}
            {isHanging
              ? `, ${say('graph.hangs')}`
              : left === undefined
                ? ''
                : `, ${say('graph.timeLeft', { time: span(left) })}`}
          </span>
        )}
      </div>
      {placed === undefined ? (
        <LoadingView />
      ) : (
        <Drawing
          graph={shown}
          placed={placed}
          criticalPath={criticalPath}
          openGroup={(category) =>
            setOpened([...opened.split(','), category].filter(Boolean).join(','))
          }
        />
      )}
    </>
  )
}

/** The category of each plugin: that of the extension whose instance wrote it. */
function useCategories(): ReadonlyMap<string, string> {
  const instances = useKind('instances').data
  const extensions = useKind('extensions').data
  return useMemo(() => {
    const ofExtension = new Map(
      (extensions ?? []).map(({ metadata, spec }) => [metadata.name, spec.category ?? noCategory]),
    )
    return new Map(
      (instances ?? []).map((instance) => [
        pluginKeyOf(instance),
        ofExtension.get(instance.spec.extension) ?? noCategory,
      ]),
    )
  }, [instances, extensions])
}

function readPlugin(plugin: Nouns['plugins']) {
  const parsed = parsePlugin(plugin as unknown as JsonRecord)
  return parsed.ok ? [parsed.value] : []
}
