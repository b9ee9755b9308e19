import { useState } from 'react'
import type { MadeObject } from '../../api/release-types.ts'
import { useLogs } from '../../api/use-release.ts'
import { useText } from '../../components/locale.tsx'
import { Loaded } from '../../components/views.tsx'

/** The logs of a pod, container by container, once somebody asks for them. */
export function PodLogs({ pod }: { readonly pod: MadeObject }) {
  const say = useText()
  const [container, setContainer] = useState('')
  const containers = pod.containers ?? []
  return (
    <>
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
      </div>
      {container === '' ? undefined : (
        <LogText pod={`${pod.namespace}/${pod.name}`} container={container} />
      )}
    </>
  )
}

function LogText({ pod, container }: { readonly pod: string; readonly container: string }) {
  const say = useText()
  const logs = useLogs(pod, container)
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
