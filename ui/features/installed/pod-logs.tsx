import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { MadeObject } from '../../api/release-types.ts'
import { type RemotePlace, useLogs } from '../../api/use-release.ts'
import { useText } from '../../components/locale.tsx'
import { Loaded } from '../../components/views.tsx'

interface Props {
  readonly pod: Pick<MadeObject, 'namespace' | 'name' | 'containers'>
  /** The Cluster that has it; none for the one that the platform runs on. */
  readonly cluster: string | undefined
}

/** The logs of a pod, container by container, once somebody asks for them. */
export function PodLogs({ pod, cluster }: Props) {
  const say = useText()
  const [container, setContainer] = useState('')
  const [isPrevious, setPrevious] = useState(false)
  const { containers = [] } = pod
  if (containers.length === 0) return undefined
  return (
    <div className="pod-logs">
      <div className="chips">
        {containers.map((name) => (
          <button
            type="button"
            key={name}
            className="chip"
            aria-pressed={container === name}
            onClick={() => setContainer(container === name ? '' : name)}
          >
            {say('logs.of', { container: name })}
          </button>
        ))}
        {container === '' ? undefined : (
          <Switch
            size="xs"
            label={say('logs.previous')}
            checked={isPrevious}
            onChange={(event) => setPrevious(event.currentTarget.checked)}
          />
        )}
      </div>
      {container === '' ? undefined : (
        <LogText
          key={container}
          {...{ container, isPrevious }}
          pod={{ key: `${pod.namespace}/${pod.name}`, cluster }}
        />
      )}
    </div>
  )
}

interface LogProps {
  readonly pod: RemotePlace
  readonly container: string
  readonly isPrevious: boolean
}

function LogText({ pod, container, isPrevious }: LogProps) {
  const say = useText()
  const logs = useLogs(pod, { container, isPrevious })
  return (
    <Loaded from={logs}>
      {(text) => (
        <pre className="log" tabIndex={0} aria-label={say('logs.of', { container })}>
          {text === '' ? say('logs.empty') : text}
        </pre>
      )}
    </Loaded>
  )
}
