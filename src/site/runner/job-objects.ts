import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { Script } from './runner.ts'
import { scriptText } from './shell-text.ts'

/** A Job that runs a script on a cluster. */
export interface JobPlace {
  /** The cluster, for its name. */
  readonly cluster: string
  readonly image: string
  /** The Job ends itself after that, should nobody be there to end it. */
  readonly timeoutSeconds: number
}

/** Every cluster has it, and the images of a cluster's own parts may run there as they have to. */
export const jobNamespace = 'kube-system'
export const jobContainer = 'script'
/** One that nobody took away goes by itself. */
const secondsAfterEnd = 3600
const longestName = 63

export const jobs: ApiResource = {
  group: 'batch',
  version: 'v1',
  resource: 'jobs',
  kind: 'Job',
  namespaced: true,
}

export const pods: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
}

/** The name of the Job and of the Secret with its script: the same in every run, so that the next one finds what is left. */
export function jobName({ cluster }: JobPlace, { name }: Pick<Script, 'name'>): string {
  const words = name.replaceAll(/[A-Z]+/g, (letters) => `-${letters}`).toLowerCase()
  return `outrigger-${cluster}${words}`.slice(0, longestName).replace(/[^a-z0-9]+$/, '')
}

/** The labels by which a Job is known as ours: one without them is never touched. */
export function jobLabels({ cluster }: JobPlace): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/part-of': 'outrigger', 'outrigger.dev/cluster': cluster }
}

/** The Job. A cluster may have no network for pods yet, and only machines of the control plane. */
export function jobObject(place: JobPlace, script: Script): KubeObject {
  const name = jobName(place, script)
  const labels = jobLabels(place)
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace: jobNamespace, labels },
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: place.timeoutSeconds,
      ttlSecondsAfterFinished: secondsAfterEnd,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Never',
          hostNetwork: true,
          automountServiceAccountToken: false,
          tolerations: [{ operator: 'Exists' }],
          containers: [
            {
              name: jobContainer,
              image: place.image,
              command: ['sh', '/outrigger/script'],
              volumeMounts: [{ name: 'script', mountPath: '/outrigger', readOnly: true }],
            },
          ],
          volumes: [{ name: 'script', secret: { secretName: name, defaultMode: 0o400 } }],
        },
      },
    },
  }
}

/** The Secret with the script and its variables; it goes with its Job. */
export function jobSecret(job: KubeObject, place: JobPlace, script: Script): KubeObject {
  const name = jobName(place, script)
  const { uid = '' } = job.metadata
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name, uid }
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace: jobNamespace,
      labels: { ...jobLabels(place) },
      ownerReferences: [owner],
    },
    data: { script: Buffer.from(scriptText(script)).toString('base64') },
  }
}
