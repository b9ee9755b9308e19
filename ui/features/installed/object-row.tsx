import { useState } from 'react'
import type { ReleaseObject } from '../../api/release-types.ts'
import { CauseChain } from '../../components/cause-chain.tsx'
import { CodeText } from '../../components/code-text.tsx'
import { toYaml } from '../../components/to-yaml.ts'
import { HealthWord } from './health-word.tsx'
import { MadeObjects } from './made-objects.tsx'
import { healthOf } from './object-groups.ts'
import { PodLogs } from './pod-logs.tsx'

interface Props {
  readonly object: ReleaseObject
  /** The Cluster that has it; none for the one that the platform runs on. */
  readonly cluster: string | undefined
  /** Whether the row names the kind; a group of one kind has it in its head. */
  readonly withKind?: true
}

/** One object: how it is, why, and the objects that it made. */
export function ObjectRow({ object, cluster, withKind }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { kind, namespace, name, reason, message, made = [], causes = [] } = object
  const health = healthOf(object)
  return (
    <li className="object">
      <div className="object-row" data-kind={withKind === true}>
        <span className="dot" data-health={health} />
        {withKind === true ? <span className="object-kind">{kind}</span> : undefined}
        <span className="object-name">
          <button
            type="button"
            className="link"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
          </button>
          <span className="quiet">{namespace}</span>
        </span>
        <HealthWord health={health} status={object.status} />
      </div>
      <div className="object-more">
        {health === 'ready' || causes.length > 0 ? undefined : (
          <p className="quiet break">{[reason, message].filter(Boolean).join(': ')}</p>
        )}
        {causes.map((chain, at) => (
          <CauseChain key={at} steps={chain} />
        ))}
        {kind === 'Pod' ? (
          <PodLogs
            pod={{ namespace, name, containers: containersOf(object.object) }}
            cluster={cluster}
          />
        ) : undefined}
        <MadeObjects owner={`${kind}/${name}`} {...{ made, causes, cluster }} />
        {isOpen && object.object !== undefined ? (
          <CodeText label={`${kind} ${name}`} text={toYaml(object.object)} />
        ) : undefined}
      </div>
    </li>
  )
}

/** The names of the containers of a pod. */
function containersOf(pod: ReleaseObject['object']): readonly string[] {
  const { initContainers = [], containers = [] } = (pod?.['spec'] ?? {}) as Readonly<
    Record<string, readonly { readonly name: string }[] | undefined>
  >
  return [...initContainers, ...containers].map(({ name }) => name)
}
