import { Button, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { Plan } from '../../api/release-types.ts'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useRemove } from '../../api/use-change.ts'
import { useRemovalPlan } from '../../api/use-preview.ts'
import { useText } from '../../components/locale.tsx'
import { paths } from '../../components/paths.ts'
import { ErrorView, LoadingView } from '../../components/views.tsx'

interface Props<N extends 'instances' | 'plugins'> {
  readonly noun: N
  readonly object: Nouns[N]
  /** The key of the plugin that has the release; undefined before there is one. */
  readonly plugin: string | undefined
  readonly close: () => void
}

/** Asks before something is uninstalled, and says what would go and what would stay. */
export function Uninstall<N extends 'instances' | 'plugins'>(props: Props<N>) {
  const { noun, object, plugin, close } = props
  const say = useText()
  const { history } = useRouter()
  const remove = useRemove(noun)
  const plan = useRemovalPlan(plugin)
  // The view may be gone before the answer comes, and leads on all the same.
  const go = () =>
    remove.mutateAsync(object).then(
      () => history.push(paths[noun]),
      () => undefined,
    )
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={say('detail.goesTitle', { name: keyOf(object) })}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <div className="stack">
        {plugin === undefined ? <p>{say('uninstall.noRelease')}</p> : undefined}
        {plan.isLoading ? <LoadingView /> : undefined}
        {plan.data === undefined ? undefined : <Fate plan={plan.data} />}
        {plan.error === null ? undefined : (
          <p className="wait break">
            {say('uninstall.unknown')} {plan.error.message}
          </p>
        )}
        <p className="quiet">{say('detail.disableHint')}</p>
        {remove.error === null ? undefined : <ErrorView error={remove.error} />}
        <div className="row">
          <Button color="red" onClick={() => void go()} loading={remove.isPending}>
            {say('detail.uninstall')}
          </Button>
          <Button variant="default" onClick={close} data-autofocus>
            {say('common.cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function Fate({ plan }: { readonly plan: Plan }) {
  const say = useText()
  const going = plan.objects.filter(({ action }) => action === 'prune')
  const staying = plan.objects.filter(({ action }) => action !== 'prune' && action !== 'gone')
  return (
    <>
      <Objects title={say('uninstall.goes', { n: going.length })} objects={going} />
      {staying.length === 0 ? (
        <p className="quiet">{say('detail.stays')}</p>
      ) : (
        <Objects title={say('uninstall.stays', { n: staying.length })} objects={staying} />
      )}
      {plan.missingPermissions.length === 0 ? undefined : (
        <p className="bad">{say('uninstall.denied', { n: plan.missingPermissions.length })}</p>
      )}
    </>
  )
}

interface ObjectsProps {
  readonly title: string
  readonly objects: Plan['objects']
}

function Objects({ title, objects }: ObjectsProps) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className="plain fate">
        {objects.map(({ kind, namespace = '', name, problems }) => (
          <li key={kind + namespace + name}>
            <span className="quiet">{kind}</span> <b className="break">{name}</b>{' '}
            <span className="quiet">{namespace}</span>
            {problems.map(({ message }) => (
              <p key={message} className="wait break">
                {message}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
