import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { Page } from '../../../src/server/contract.ts'
import type { ReleaseRevision, RevisionDiff } from '../../api/release-types.ts'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useChange } from '../../api/use-change.ts'
import { type RemotePlace, lookLater, useRelease } from '../../api/use-release.ts'
import { useRights } from '../../api/use-rights.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useText } from '../../components/locale.tsx'
import type { MissingRight } from '../../components/right-in-words.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { useAddress } from '../../components/use-address.ts'
import { ErrorView, Loaded } from '../../components/views.tsx'
import { FieldChanges, ObjectChanges } from '../../components/changes/change-list.tsx'

interface Props {
  readonly release: RemotePlace
  readonly plugin: Nouns['plugins']
}

/** The revisions of a release: the difference between any two, and the way back to one. */
export function ReleaseHistory({ release, plugin }: Props) {
  const say = useText()
  const history = useRelease<Page<ReleaseRevision>>(release, '/history', {
    every: lookLater,
  })
  const rights = useRights(plugin.metadata.namespace ?? '')
  const noPatch = rights.missing({ verb: 'patch', resource: 'plugins' })
  const [from, setFrom] = useAddress('from')
  const [to, setTo] = useAddress('to')
  const [back, setBack] = useState<number>()
  return (
    <Loaded from={history}>
      {({ items }) => {
        const newest = items[0]?.revision ?? 1
        const [older, newer] = [Number(from) || newest - 1, Number(to) || newest]
        return (
          <div className="stack">
            <section className="card">
              <h2>{say('detail.history')}</h2>
              <p className="quiet">{say(items.length > 1 ? 'history.hint' : 'history.onlyOne')}</p>
              <ul className="plain revisions">
                {items.map((one) => (
                  <li key={one.revision} className="row">
                    <label hidden={items.length === 1}>
                      <input
                        type="radio"
                        name="from"
                        aria-label={say('history.from', { revision: one.revision })}
                        checked={one.revision === older}
                        onChange={() => setFrom(String(one.revision))}
                      />
                    </label>
                    <label hidden={items.length === 1}>
                      <input
                        type="radio"
                        name="to"
                        aria-label={say('history.to', { revision: one.revision })}
                        checked={one.revision === newer}
                        onChange={() => setTo(String(one.revision))}
                      />
                    </label>
                    <b>{one.revision}</b>
                    <span className="tag" data-action={one.revision === newest ? 'create' : ''}>
                      {one.status}
                    </span>
                    <span>{one.chartVersion}</span>
                    <span className="quiet">{one.description}</span>
                    <span className="quiet push">
                      <TimeAgo time={one.updated} />
                    </span>
                    {one.revision === newest ? undefined : (
                      <ActionButton
                        size="compact-xs"
                        variant="default"
                        missing={noPatch}
                        onClick={() => setBack(one.revision)}
                      >
                        {say('history.rollBack')}
                      </ActionButton>
                    )}
                  </li>
                ))}
              </ul>
              {plugin.spec.pin === undefined ? undefined : (
                <Pinned plugin={plugin} revision={plugin.spec.pin} missing={noPatch} />
              )}
            </section>
            {older >= 1 && older !== newer ? (
              <Difference release={release} from={older} to={newer} />
            ) : undefined}
            {back === undefined ? undefined : (
              <RollBack
                {...{ plugin, release, newest }}
                revision={back}
                close={() => setBack(undefined)}
              />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

interface PinnedProps {
  readonly plugin: Nouns['plugins']
  readonly revision: number
  readonly missing: MissingRight | undefined
}

/** A plugin that is held at a revision, and the way back: until then its settings change nothing. */
function Pinned({ plugin, revision, missing }: PinnedProps) {
  const say = useText()
  const change = useChange('plugins', keyOf(plugin))
  return (
    <div className="stack-small">
      <p className="row">
        <span className="quiet">{say('history.pinned', { revision })}</span>
        <ActionButton
          size="compact-xs"
          variant="default"
          missing={missing}
          loading={change.isPending}
          onClick={() => change.mutate({ word: 'unpin' })}
        >
          {say('history.unpin')}
        </ActionButton>
      </p>
      {change.error === null ? undefined : <ErrorView error={change.error} />}
    </div>
  )
}

interface DifferenceProps {
  readonly release: RemotePlace
  readonly from: number
  readonly to: number
}

function Difference(props: DifferenceProps) {
  const say = useText()
  const { from, to } = props
  return (
    <section className="card">
      <h2>{say('history.between', { from, to })}</h2>
      <Changes {...props} />
    </section>
  )
}

/** The values and the objects that differ between two revisions. */
function Changes({ release, from, to }: DifferenceProps) {
  const say = useText()
  const diff = useRelease<RevisionDiff>(release, '/diff', { query: { from, to } })
  return (
    <Loaded from={diff}>
      {({ values, objects, unchanged }) => (
        <div className="stack">
          {values.length === 0 ? undefined : (
            <>
              <h3>{say('detail.values')}</h3>
              <FieldChanges changes={values} />
            </>
          )}
          <ObjectChanges objects={objects} />
          <p className="quiet">{say('diff.unchanged', { n: unchanged })}</p>
        </div>
      )}
    </Loaded>
  )
}

interface RollBackProps {
  readonly plugin: Nouns['plugins']
  readonly release: RemotePlace
  readonly newest: number
  readonly revision: number
  readonly close: () => void
}

/** Asks before an older revision becomes the newest again. */
function RollBack({ plugin, release, newest, revision, close }: RollBackProps) {
  const say = useText()
  const change = useChange('plugins', keyOf(plugin))
  const go = () => change.mutate({ word: 'rollback', body: { revision } }, { onSuccess: close })
  return (
    <Modal
      opened
      size="lg"
      onClose={close}
      title={say('history.rollBackTitle', { name: plugin.metadata.name, revision })}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <div className="stack">
        <p>{say('history.rollBackHint')}</p>
        <div className="roll-back">
          <Changes release={release} from={newest} to={revision} />
        </div>
        {change.error === null ? undefined : <ErrorView error={change.error} />}
        <div className="row">
          <Button onClick={go} loading={change.isPending} data-autofocus>
            {say('history.rollBack')}
          </Button>
          <Button variant="default" onClick={close}>
            {say('common.cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
