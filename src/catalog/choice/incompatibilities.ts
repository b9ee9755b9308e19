import { findRemovedApi, type RemovedApi } from '../../objects/api/removed-apis.ts'
import { type KubeObject, kindOf, textAt } from '../../objects/kube-object.ts'
import { fitsRange, parseKubernetesVersion } from './kubernetes-version.ts'

/** The facts about a chart that was fetched and rendered for a version of Kubernetes. */
export interface RenderedFacts {
  /** The range of Chart.yaml; empty wants nothing. */
  readonly kubeVersion: string
  readonly objects: readonly KubeObject[]
}

interface RemovedObject {
  readonly api: RemovedApi
  /** `namespace/name`, or the name. */
  readonly name: string
}

/** Why a chart cannot be on a version of Kubernetes, one line each; none when it can. */
export function incompatibilities(facts: RenderedFacts, kubernetes: string): readonly string[] {
  const version = parseKubernetesVersion(kubernetes)
  if (version === undefined) return [`"${kubernetes}" is no version of Kubernetes`]
  const { kubeVersion, objects } = facts
  const fits = kubeVersion === '' || fitsRange(kubeVersion, version) === 'fits'
  const range = fits ? [] : [`the chart wants Kubernetes ${kubeVersion}`]
  return [...range, ...removedObjects(objects, Number(version.minor)).map(lineOf)]
}

// Objects whose kind Kubernetes 1.`minor` does not serve any more.
function removedObjects(objects: readonly KubeObject[], minor: number): readonly RemovedObject[] {
  return objects.flatMap((object) => {
    const api = findRemovedApi(kindOf(object))
    return api === undefined || api.removedIn > minor ? [] : [{ api, name: nameOf(object) }]
  })
}

function lineOf({ api, name }: RemovedObject): string {
  const { group, version, kind, removedIn, replacement } = api
  const advice = replacement === undefined ? 'there is no replacement' : `use ${replacement}`
  return `${group}/${version} ${kind} ${name} was removed in Kubernetes 1.${removedIn}: ${advice}`
}

function nameOf(object: KubeObject): string {
  const namespace = textAt(object, ['metadata', 'namespace'])
  const name = textAt(object, ['metadata', 'name'])
  return namespace === '' ? name : `${namespace}/${name}`
}
