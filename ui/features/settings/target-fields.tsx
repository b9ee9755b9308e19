import { NativeSelect, TextInput } from '@mantine/core'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { useText } from '../../components/locale.tsx'

export interface Target {
  readonly name: string
  readonly namespace: string
  /** Empty for the cluster that the platform runs on. */
  readonly cluster: string
  /** Empty for the newest that fits. */
  readonly version: string
  readonly upgrade: 'auto' | 'manual'
  readonly dependencies: 'wait' | 'install'
}

interface Props {
  readonly extension: Nouns['extensions']
  readonly target: Target
  readonly setTarget: (target: Target) => void
  readonly isTaken: boolean
}

const nameShape = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

/** Whether a text can be the name of an instance or a namespace. */
export function isName(text: string): boolean {
  return nameShape.test(text)
}

/** The name, the place and the version of an instance. */
export function TargetFields({ extension, target, setTarget, isTaken }: Props) {
  const say = useText()
  const clusters = useKind('clusters').data ?? []
  const versions = (extension.status?.versions ?? []).filter((one) => !one.includes('{{'))
  // The platform's own cluster may be registered under a name, and is one choice all the same.
  const own = clusters.find(({ spec }) => spec.inCluster)?.metadata.name
  const here = [say('common.thisCluster'), own].filter(Boolean).join(' · ')
  const set = (change: Partial<Target>) => setTarget({ ...target, ...change })
  const fault = isTaken
    ? say('install.nameTaken')
    : isName(target.name)
      ? undefined
      : say('install.nameHint')
  return (
    <section className="card">
      <h2>{say('install.where')}</h2>
      <div className="field-grid">
        <TextInput
          label={say('common.name')}
          value={target.name}
          error={fault}
          data-autofocus
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={say('common.namespace')}
          value={target.namespace}
          error={isName(target.namespace) ? undefined : say('install.nameHint')}
          onChange={(event) => set({ namespace: event.currentTarget.value })}
        />
        <NativeSelect
          label={say('common.cluster')}
          value={target.cluster}
          data={[
            { value: '', label: here },
            ...clusters.map(({ metadata }) => metadata.name).filter((name) => name !== own),
          ]}
          onChange={(event) => set({ cluster: event.currentTarget.value })}
        />
        <NativeSelect
          label={say('common.version')}
          value={target.version}
          data={[{ value: '', label: say('install.newest') }, ...versions]}
          onChange={(event) => set({ version: event.currentTarget.value })}
        />
        <NativeSelect
          label={say('detail.upgradePolicy')}
          value={target.upgrade}
          data={[
            { value: 'auto', label: say('detail.upgradeAuto') },
            { value: 'manual', label: say('detail.upgradeManual') },
          ]}
          onChange={(event) =>
            set({ upgrade: event.currentTarget.value === 'manual' ? 'manual' : 'auto' })
          }
        />
      </div>
    </section>
  )
}
