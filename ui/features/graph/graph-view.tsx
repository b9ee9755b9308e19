import { Switch } from '@mantine/core'
import { useMemo } from 'react'
import { forecast } from '../../../src/operator/graph/forecast.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { FilterBar } from '../../components/filter-bar.tsx'
import { useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { stateOrder } from '../../components/state-of.ts'
import { useAddress } from '../../components/use-address.ts'
import { Loaded, LoadingView, Notice } from '../../components/views.tsx'
import { Drawing } from './drawing.tsx'
import { graphOf } from './graph-of.ts'
import { shownGraph } from './shown-graph.ts'
import { useLayout } from './use-layout.ts'

/** Instances, plugins and what they need, with their states as they change. */
export function GraphView() {
  const { say } = useLocale()
  const plugins = useKind('plugins')
  const instances = useKind('instances').data ?? none
  return (
    <>
      <PageHead title={say('graph.title')} lead={say('graph.lead')} />
      <Loaded from={plugins}>
        {(list) =>
          list.length + instances.length === 0 ? (
            <Notice icon="graph" title={say('graph.empty')} />
          ) : (
            <Graph plugins={list} instances={instances} />
          )
        }
      </Loaded>
    </>
  )
}

/** From so many plugins on, what is ready is drawn as one box unless the reader says otherwise. */
const many = 60

const none: readonly never[] = []

interface Props {
  readonly plugins: readonly Nouns['plugins'][]
  readonly instances: readonly Nouns['instances'][]
}

// oxlint-disable-next-line max-lines-per-function -- one view: its choices, the graph under them, and its drawing
function Graph({ plugins, instances }: Props) {
  const { say, span, number } = useLocale()
  const extensions = useKind('extensions').data ?? none
  const other = say('graph.other')
  const [words, setWords] = useAddress('find')
  const [state, setState] = useAddress('state')
  const [grouped, setGrouped] = useAddress('group', plugins.length >= many ? 'yes' : 'no')
  const [opened, setOpened] = useAddress('open')
  const { graph, stateOf, categoryOf, isInstance } = useMemo(
    () => graphOf({ plugins, instances, extensions }),
    [plugins, instances, extensions],
  )
  const { criticalPath, left } = useMemo(() => forecast(graph), [graph])
  const shown = useMemo(
    () =>
      shownGraph(graph, {
        isGrouped: grouped === 'yes',
        open: opened.split(','),
        words,
        state,
        stateOf,
        categoryOf: (id) => categoryOf(id) || other,
        isInstance,
      }),
    [graph, grouped, opened, words, state, stateOf, categoryOf, isInstance, other],
  )
  const choices = stateOrder.map((id) => ({
    id,
    text: say(`state.${id}`),
    count: graph.nodes.filter((node) => stateOf(node.id) === id).length,
  }))
  const placed = useLayout(shown)
  const isHanging = criticalPath.some((id) => stateOf(id) === 'hanging')
  return (
    <>
      <FilterBar
        label={say('common.filter')}
        {...{ words, setWords, choices, chosen: state, choose: setState }}
      >
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
      </FilterBar>
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
