import type { Offer } from '../../../catalog/choice/offer.ts'
import { type Extension, parseExtension } from '../../../kinds/extension.ts'
import {
  type ExtensionInstance,
  parseExtensionInstance,
} from '../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import { type Plugin, parsePlugin } from '../../../kinds/plugin.ts'
import { desiredPlugin, type PluginInputs } from './desired-plugin.ts'
import type { ClusterSeen, DependencySeen, Question } from './observation.ts'

export const cluster: ClusterSeen = {
  name: undefined,
  version: 'v1.34.1',
  target: undefined,
  versionObstacle: undefined,
  labels: {},
  annotations: {},
}

export function offer(version: string, more: Partial<Offer> = {}): Offer {
  return {
    version,
    appVersion: '',
    key: `https://charts.example.com web ${version}`,
    kind: 'helm',
    repo: 'https://charts.example.com',
    name: 'web',
    chartVersion: version,
    tag: undefined,
    path: undefined,
    values: undefined,
    skipSchemaValidation: false,
    retirement: undefined,
    ...more,
  }
}

interface Parts {
  readonly metadata?: JsonRecord
  readonly spec?: JsonRecord
  readonly status?: JsonRecord
}

export function instance({ metadata, spec, status }: Parts = {}): ExtensionInstance {
  return read(
    parseExtensionInstance({
      metadata: { name: 'a', namespace: 'n', uid: 'u', generation: 1, ...metadata },
      spec: { extension: 'web', ...spec },
      status: { ...status },
    }),
  )
}

export function extension(spec: JsonRecord = {}): Extension {
  const sources = [{ version: '1.0.0', repo: 'https://charts.example.com', name: 'web' }]
  return read(
    parseExtension({ metadata: { name: 'web', generation: 1 }, spec: { sources, ...spec } }),
  )
}

export function condition(type: string, status: string, reason: string): JsonRecord {
  return { type, status, reason, message: 'why', lastTransitionTime: '2026-01-01T00:00:00Z' }
}

const installed = [condition('Installed', 'True', 'Installed')]

/** A Plugin as the instance has written it from its inputs. */
export function pluginFrom(
  inputs: Partial<PluginInputs> = {},
  { metadata, spec, status }: Parts = {},
): Plugin {
  const written = desiredPlugin(pluginInputs(inputs))
  return read(
    parsePlugin({
      metadata: {
        name: 'a',
        namespace: 'n',
        generation: 1,
        annotations: { ...written.annotations },
        ...metadata,
      },
      spec: { ...written.spec, ...spec },
      status: { conditions: [...installed], ...status },
    }),
  )
}

export function pluginInputs(more: Partial<PluginInputs> = {}): PluginInputs {
  return {
    instance: instance(),
    extension: extension(),
    cluster,
    offer: offer('1.0.0'),
    resolved: undefined,
    parameters: {},
    globals: { values: {}, images: undefined },
    needs: [],
    before: undefined,
    salt: 'salt',
    ...more,
  }
}

export function dependency(more: Partial<DependencySeen> = {}): DependencySeen {
  const provider = instance({
    metadata: { name: 'db', uid: 'd' },
    spec: { extension: 'db' },
    status: { version: '2.0.0', conditions: [...installed] },
  })
  return {
    extension: 'db',
    range: undefined,
    provider,
    isHidden: false,
    holder: undefined,
    isMoving: false,
    standing: undefined,
    ...more,
  }
}

/** An instance that nothing hinders, with nothing installed. */
export function question(more: Partial<Question> = {}): Question {
  return {
    instance: instance(),
    account: undefined,
    hasFinalizer: true,
    extension: extension(),
    isVisible: true,
    problems: [],
    cluster,
    enforcing: undefined,
    plugin: undefined,
    parameters: {},
    parameterStates: new Map(),
    choice: { is: 'take', offer: offer('1.0.0') },
    fit: { is: 'fits' },
    asked: undefined,
    resolved: undefined,
    dependencies: [],
    neededBy: [],
    globals: { values: {}, images: undefined },
    blockedByRights: false,
    writtenValues: undefined,
    salt: 'salt',
    ...more,
  }
}

function read<T>(
  parsed:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly problems: unknown },
): T {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}
