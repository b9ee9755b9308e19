import { Button } from '@mantine/core'
import { useBegin, useRunLines, useWork } from '../../api/use-work.ts'
import { useText } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { PlannedObjects } from '../../components/planned-objects.tsx'
import { RunLines } from '../../components/run-lines.tsx'
import { useAddress } from '../../components/use-address.ts'
import { ErrorView, Loaded } from '../../components/views.tsx'
import type { Phase, PhaseItem } from './rehearsal-phases.ts'

interface Props {
  readonly cluster: string
  readonly to: string
  readonly skip: readonly string[]
  readonly phase: Phase
  readonly items: readonly PhaseItem[]
  /** Whether it may be carried out now. */
  readonly isOpen: boolean
}

/** One phase: everything that moves in it, the button that carries it out, and what it says meanwhile. */
export function PhaseCard({ cluster, to, skip, phase, items, isOpen }: Props) {
  const say = useText()
  const [run, setRun] = useAddress(phase)
  const begin = useBegin(`/clusters/${cluster}/upgrade-extensions`)
  const start = () =>
    begin.mutate(
      { phase, skip, ...(phase === 'before' ? { kubernetes: to } : {}) },
      { onSuccess: ({ id }) => setRun(id) },
    )
  return (
    <section className="card stack-small">
      <div className="row">
        <h2>{say(`rehearsal.${phase}`, { to })}</h2>
        <span className="push">
          <Button onClick={start} loading={begin.isPending} disabled={!isOpen}>
            {say(`rehearsal.do.${phase}`)}
          </Button>
        </span>
      </div>
      <p className="quiet">{say(`rehearsal.${phase}Hint`, { to })}</p>
      {items.length === 0 ? <p>{say('rehearsal.nothing')}</p> : undefined}
      <ul className="stack">
        {items.map((item) => (
          <li key={item.instance.instance} className="move">
            <PhaseMove item={item} />
          </li>
        ))}
      </ul>
      {begin.error === null ? undefined : <ErrorView error={begin.error} />}
      {run === '' ? undefined : <PhaseRun run={run} label={say(`rehearsal.do.${phase}`)} />}
    </section>
  )
}

function PhaseMove({ item }: { readonly item: PhaseItem }) {
  const say = useText()
  const { instance, move, stored } = item
  return (
    <>
      <div className="row">
        <PageLink href={paths.instance(instance.instance)}>{instance.instance}</PageLink>
        {move === undefined ? undefined : (
          <b>
            {move.because === 'source'
              ? `${move.from.version} → ${move.to.version}`
              : say('rehearsal.renders', { version: move.to.version })}
          </b>
        )}
        <span className="quiet push break">{move?.to.source}</span>
      </div>
      {[
        ...instance.unfit.map((one) => say('rehearsal.passedOver', { one })),
        ...instance.notices,
      ].map((line) => (
        <p key={line} className="quiet break">
          {line}
        </p>
      ))}
      {move === undefined ? undefined : <PlannedObjects objects={move.plan.objects} />}
      {move?.plan.warnings.map((warning) => (
        <p key={warning} className="bad break">
          {warning}
        </p>
      ))}
      {stored.map(({ revision, objects }) => (
        <p key={revision} className="break">
          {say('rehearsal.stored', { revision })}{' '}
          <span className="quiet">{objects.join('; ')}</span>
        </p>
      ))}
    </>
  )
}

function PhaseRun({ run, label }: { readonly run: string; readonly label: string }) {
  const found = useWork(run)
  const lines = useRunLines(run)
  return (
    <Loaded from={found}>
      {({ state, message }) => <RunLines {...{ label, lines, state, message }} />}
    </Loaded>
  )
}
