import { apiGroup } from '../../kinds/group.ts'
import { traceAnnotation } from '../../kube/tracing/traced-client.ts'
import type { Tracer } from '../../kube/tracing/span.ts'
import {
  type KubeObject,
  conditionsOf,
  nameOf,
  namespaceOf,
  numberAt,
  textAt,
} from '../../objects/kube-object.ts'

/** Runs a pass over an object as a part of the trace in which the object was written. */
export type TracePass = <Result>(object: KubeObject, pass: () => Promise<Result>) => Promise<Result>

const annotation = traceAnnotation(apiGroup)

/** Traces the passes that carry out what somebody wrote while traces were on. A pass that only looks again belongs to no request. */
export function tracePassesWith(tracer: Tracer): TracePass {
  return (object, pass) => {
    const traceparent = textAt(object, ['metadata', 'annotations', annotation])
    if (traceparent === '' || isDone(object)) return pass()
    const attributes = {
      'k8s.namespace.name': namespaceOf(object),
      'outrigger.kind': object.kind,
      'outrigger.name': nameOf(object),
    }
    const begun = { name: `reconcile ${object.kind}`, kind: 'internal', attributes } as const
    return tracer.run({ ...begun, traceparent }, pass, () => ({}))
  }
}

/** Whether the object has become what its newest generation says. */
function isDone(object: KubeObject): boolean {
  const generation = numberAt(object, ['metadata', 'generation'])
  if (numberAt(object, ['status', 'observedGeneration']) !== generation) return false
  const isLeaving = textAt(object, ['metadata', 'deletionTimestamp']) !== ''
  return (
    !isLeaving &&
    conditionsOf(object).some(({ type, status }) => type === 'Ready' && status === 'True')
  )
}
