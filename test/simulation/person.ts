import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import { applyObject, versionOfNothing } from '../../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { isKubeError } from '../../src/kube/errors.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { retryAnnotation } from '../../src/operator/pass/plugin-names.ts'
import { repository } from './charts.ts'
import { repositoryName, valuesKey, valuesName } from './platform-objects.ts'
import type { DesiredPlugin } from './story.ts'
import { Wants } from './wants.ts'

const plugins = resourceOf(pluginKind)
const never = new AbortController().signal

/** Somebody who writes what is wanted, over a network that never fails. */
export class Person {
  readonly wants = new Wants()
  private readonly client: KubeClient
  private retries = 0

  constructor(client: KubeClient) {
    this.client = client
  }

  async create(key: string, desired: DesiredPlugin): Promise<void> {
    const known = this.wants.plugins.get(key)
    const wanted = known === undefined ? desired : replacing(known, desired)
    this.wants.plugins.set(key, wanted)
    await this.write(key, wanted)
  }

  /** Creates a plugin unless there is one of that name; says whether it did. */
  async createNew(key: string, desired: DesiredPlugin): Promise<KubeObject | undefined> {
    const [namespace = '', name = ''] = key.split('/')
    const metadata = { namespace, name, resourceVersion: versionOfNothing }
    const object = { apiVersion, kind: 'Plugin', metadata, spec: specOf(key, desired) }
    try {
      const written = await this.apply(plugins, object)
      this.wants.plugins.set(key, desired)
      return written
    } catch (error) {
      if (!isKubeError(error, 'conflict')) throw error
      return undefined
    }
  }

  async set(key: string, part: Partial<DesiredPlugin>): Promise<void> {
    const known = this.wants.plugins.get(key)
    if (known === undefined) return
    const desired = { ...known, ...part }
    this.wants.plugins.set(key, desired)
    await this.write(key, desired)
  }

  async delete(key: string): Promise<void> {
    if (!this.wants.plugins.delete(key)) return
    await this.remove(plugins, key)
  }

  async retry(key: string): Promise<void> {
    const desired = this.wants.plugins.get(key)
    if (desired !== undefined)
      await this.write(key, desired, { [retryAnnotation]: `${++this.retries}` })
  }

  async apply(resource: ApiResource, object: KubeObject): Promise<KubeObject> {
    const how = { force: true, fieldManager: 'person' }
    const { object: written } = await applyObject(this.client, resource, object, how, never)
    return written
  }

  async remove(resource: ApiResource, key: string): Promise<void> {
    const [namespace = '', name = ''] = key.split('/')
    const place = resource.namespaced ? { namespace, name } : { name: key }
    await deleteObject(this.client, { resource, ...place }, {}, never)
  }

  private async write(
    key: string,
    desired: DesiredPlugin,
    annotations: JsonObject = {},
  ): Promise<void> {
    const [namespace = '', name = ''] = key.split('/')
    const metadata = { namespace, name, annotations }
    const spec = specOf(key, desired)
    await this.apply(plugins, { apiVersion, kind: 'Plugin', metadata, spec })
  }
}

// Where a plugin goes never changes, and not every chart can go everywhere.
function replacing(
  { cluster, releaseName, chart }: DesiredPlugin,
  desired: DesiredPlugin,
): DesiredPlugin {
  return { ...desired, cluster, releaseName, chart: cluster === undefined ? desired.chart : chart }
}

function specOf(key: string, desired: DesiredPlugin): JsonObject {
  const { chart, version, color: _color, enabled, needs, needsReview, drift, ...others } = desired
  const { fromRepository, valuesFrom: _from, adopts, frozen, timeout, interval, ...rest } = others
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    name: 'any',
  }
  return {
    ...Object.fromEntries(given),
    repo: fromRepository === true ? repositoryName : repository,
    name: chart,
    version,
    enabled,
    ...valuesOf(key, desired),
    ...(adopts === true ? { adopt: adopted(key, desired) } : {}),
    ...(frozen === undefined ? {} : { maintenance: maintenanceOf(frozen) }),
    timeout: timeout ?? '1m',
    interval: interval ?? '1m',
    ...(drift === undefined ? {} : { drift: { mode: drift } }),
    dependsOn: [...needs.map(needOf), ...(needsReview === true ? [review] : [])],
  }
}

// The clock of a story begins at midnight; the next day is another story's.
function maintenanceOf(frozen: readonly [number, number]): JsonObject {
  const [from, to] = frozen.map((minute) => `00:${`${minute}`.padStart(2, '0')}`)
  return { windows: [{ action: 'deny', from, to, lastDate: '2026-01-01' }] } as JsonObject
}

function valuesOf(key: string, { color, valuesFrom: kind }: DesiredPlugin): JsonObject {
  if (kind === undefined) return { values: { color } }
  return { valuesFrom: [{ kind, name: valuesName(key), key: valuesKey }] }
}

function adopted(key: string, { releaseName }: DesiredPlugin): JsonObject[] {
  const release = releaseName ?? key.split('/')[1] ?? ''
  return [{ apiVersion: 'v1', kind: 'ConfigMap', name: `${release}-main` }, { release }]
}

function needOf(key: string): JsonObject {
  return { plugin: key }
}
