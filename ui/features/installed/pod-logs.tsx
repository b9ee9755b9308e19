import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { MadeObject } from '../../api/release-types.ts'
import { useLogs } from '../../api/use-release.ts'
import { useText } from '../../components/locale.tsx'
import { Loaded } from '../../components/views.tsx'

interface Props {
  readonly pod: Pick<MadeObject, 'namespace' | 'name' | 'containers'>
}

/** The logs of a pod, container by container, once somebody asks for them. */
export function PodLogs({ pod }: Props) {
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
          pod={`${pod.namespace}/${pod.name}`}
        />
      )}
    </div>
  )
}

interface LogProps {
  readonly pod: string
  readonly container: string
  readonly isPrevious: boolean
}

function LogText({ pod, container, isPrevious }: LogProps) {
  const say = useText()
  const logs = useLogs(pod, container, { isPrevious })
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
