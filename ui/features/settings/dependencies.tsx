import { Switch } from '@mantine/core'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import type { Target } from './target-fields.tsx'

interface Props {
  readonly extension: Nouns['extensions']
  readonly target: Target
  readonly setTarget: (target: Target) => void
}

/** The extensions that this one needs: there already, or offered along. */
export function Dependencies({ extension, target, setTarget }: Props) {
  const say = useText()
  const instances = useKind('instances').data ?? []
  const needed = extension.spec.dependsOn.map(({ extension: name }) => name)
  if (needed.length === 0) return undefined
  const isThere = (name: string) =>
    instances.some(({ spec }) => spec.extension === name && (spec.cluster ?? '') === target.cluster)
  return (
    <section className="card stack-small">
      <h2>{say('detail.dependsOn')}</h2>
      <ul className="plain">
        {needed.map((name) => (
          <li key={name} className="row">
            <Icon name={isThere(name) ? 'check' : 'clock'} size={15} />
            {name}
          </li>
        ))}
      </ul>
      {needed.every(isThere) ? undefined : (
        <Switch
          label={say('install.installDependencies')}
          checked={target.dependencies === 'install'}
          onChange={(event) =>
            setTarget({ ...target, dependencies: event.currentTarget.checked ? 'install' : 'wait' })
          }
        />
      )}
    </section>
  )
}
