import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, listAt, nameOf } from '../../objects/kube-object.ts'
import { objectIn } from '../engine/object-writing.ts'
import { podFromTemplate } from '../engine/pod-template.ts'
import { indexAnnotation } from './indexes.ts'

/** A pod of a job; with an index when the job counts them. */
export function jobPod(job: KubeObject, index: number | undefined): KubeObject {
  const template = objectIn(job['spec'], 'template')
  if (index === undefined) return podFromTemplate(job, template)
  const mark = { [indexAnnotation]: String(index) }
  const pod = podFromTemplate(job, template, { labels: mark, annotations: mark })
  const spec = objectIn(pod, 'spec')
  return {
    ...pod,
    metadata: { ...pod.metadata, generateName: `${nameOf(job)}-${index}-` },
    spec: {
      ...spec,
      hostname: `${nameOf(job)}-${index}`,
      containers: listAt(spec, ['containers']).map(withIndex),
      ...(spec['initContainers'] !== undefined && {
        initContainers: listAt(spec, ['initContainers']).map(withIndex),
      }),
    },
  }
}

function withIndex(container: Json): Json {
  if (!isJsonObject(container)) return container
  const variable: JsonObject = {
    name: 'JOB_COMPLETION_INDEX',
    valueFrom: {
      fieldRef: { apiVersion: 'v1', fieldPath: `metadata.labels['${indexAnnotation}']` },
    },
  }
  return { ...container, env: [...listAt(container, ['env']), variable] }
}
