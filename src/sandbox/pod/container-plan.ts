import { type Json, fieldOf } from '../../objects/json.ts'
import { type KubeObject, listAt, textAt } from '../../objects/kube-object.ts'
import type { Delays } from '../delays.ts'
import { type Behaviour, behaviourOf, readInstructions } from './behaviour.ts'

/** The course of one container of a pod, before anything has happened. Times in milliseconds. */
export interface ContainerPlan {
  readonly name: string
  readonly image: string
  /** An init container ends before the next begins; a sidecar begins as one and goes on. */
  readonly role: 'init' | 'sidecar' | 'main'
  readonly imageState: Behaviour['image']
  /** Whether its node has the image already. */
  readonly isPulled: boolean
  readonly pullsFor: number
  /** Undefined: until it is stopped. */
  readonly runsFor: number | undefined
  readonly exitCode: number
  readonly oom: boolean
  readonly restarts: 'always' | 'on-failure' | 'never'
  readonly readyAfter: number | 'never'
  /** After so many failures it does what it should. */
  readonly failures: number
}

/** The plans of all containers of a pod, in the order in which they begin. */
export function planContainers(
  pod: KubeObject,
  delays: Delays,
  hasImage: (image: string) => boolean,
): readonly ContainerPlan[] {
  const instructions = readInstructions(pod)
  const policy = textAt(pod, ['spec', 'restartPolicy'])
  const plan = (container: Json, isInit: boolean): ContainerPlan => {
    const isSidecar = isInit && textAt(container, ['restartPolicy']) === 'Always'
    const role = isSidecar ? 'sidecar' : isInit ? 'init' : 'main'
    const behaviour = behaviourOf(instructions, container, role === 'main')
    const mayBeThere = textAt(container, ['imagePullPolicy']) !== 'Always'
    const isPulled =
      mayBeThere && behaviour.image === 'there' && hasImage(textAt(container, ['image']))
    return {
      name: textAt(container, ['name']),
      image: textAt(container, ['image']),
      role,
      imageState: behaviour.image,
      isPulled,
      pullsFor: behaviour.startAfter ?? (isPulled ? delays.start : delays.pull),
      runsFor: runTime(behaviour, role, policy, delays),
      exitCode: behaviour.exitCode,
      oom: behaviour.oom,
      restarts: restartsOf(role, policy),
      // An init container is not probed; it ends.
      readyAfter:
        role === 'init'
          ? 'never'
          : (behaviour.readyAfter ?? (hasProbe(container) ? delays.ready : 0)),
      failures: behaviour.failures ?? Number.POSITIVE_INFINITY,
    }
  }
  return [
    ...listAt(pod, ['spec', 'initContainers']).map((one) => plan(one, true)),
    ...listAt(pod, ['spec', 'containers']).map((one) => plan(one, false)),
  ]
}

/** Whether a container has failed often enough to do what it should from now on. */
export function isCured(plan: ContainerPlan, restarts: number): boolean {
  return restarts >= plan.failures
}

function runTime(
  behaviour: Behaviour,
  role: ContainerPlan['role'],
  policy: string,
  delays: Delays,
): number | undefined {
  if (behaviour.runFor !== undefined) return behaviour.runFor
  if (behaviour.ends) return delays.crash
  const endsAnyhow = role === 'init' || (role === 'main' && policy !== 'Always')
  return endsAnyhow ? delays.run : undefined
}

function restartsOf(role: ContainerPlan['role'], policy: string): ContainerPlan['restarts'] {
  if (role === 'sidecar') return 'always'
  if (policy === 'Never') return 'never'
  if (role === 'init') return 'on-failure'
  return policy === 'OnFailure' ? 'on-failure' : 'always'
}

function hasProbe(container: Json): boolean {
  return ['readinessProbe', 'startupProbe'].some((probe) => fieldOf(container, probe) !== undefined)
}
