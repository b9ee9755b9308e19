// Objects at random: a few kinds whose names meet.

import { writeYaml } from '../../../src/formats/yaml/write/write.ts'
import type { Value } from '../../../src/formats/value.ts'
import type { Dice } from './fuzz-dice.ts'

export type Fields = Record<string, unknown>

/** An object that was made, and may be meant by others. */
export interface Known {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}

export class ObjectMaker {
  private readonly dice: Dice

  constructor(dice: Dice) {
    this.dice = dice
  }

  name(): string {
    return this.dice.pick(['web', 'app', 'db', 'one', 'settings', 'login'])
  }

  scalar(): unknown {
    return this.dice.pick<unknown>([
      'x',
      'yes',
      '1',
      'true',
      1,
      2.5,
      true,
      '',
      'a b',
      'null',
      'two\nlines\n',
      1e6,
      '0x1',
      ' lead',
    ])
  }

  labels(): Fields {
    return Object.fromEntries(
      this.dice.some(
        () =>
          [
            this.dice.pick(['app', 'tier', 'env']),
            this.dice.pick(['a', 'b', 'true', '1']),
          ] as const,
        3,
      ),
    )
  }

  private container(): Fields {
    return {
      name: this.name(),
      image: this.dice.pick([
        'nginx',
        'nginx:1.19',
        'reg.io:5000/a/nginx:2',
        'busybox@sha256:12',
        'nginx:1@sha256:34',
      ]),
      ...(this.dice.chance(0.4) && { env: this.dice.some(() => this.env(), 3) }),
      ...(this.dice.chance(0.4) && {
        envFrom: [
          this.dice.pick<Fields>([
            { configMapRef: { name: this.name() } },
            { secretRef: { name: this.name() } },
          ]),
        ],
      }),
      ...(this.dice.chance(0.4) && { ports: this.dice.some(() => this.port('containerPort'), 3) }),
      ...(this.dice.chance(0.3) && {
        args: this.dice.some(() => this.dice.pick(['--a', '$(WHO)', 'x-$(WHO)', '1']), 3),
      }),
      ...(this.dice.chance(0.3) && {
        volumeMounts: [{ mountPath: this.dice.pick(['/a', '/b']), name: this.name() }],
      }),
    }
  }

  private env(): Fields {
    const name = this.dice.pick(['A', 'B', 'C'])
    if (this.dice.chance(0.5)) return { name, value: this.dice.pick(['1', 'x', '$(WHO)']) }
    return { name, valueFrom: { configMapKeyRef: { name: this.name(), key: 'k' } } }
  }

  private port(field: string): Fields {
    return {
      [field]: this.dice.pick([80, 81, 443]),
      ...(this.dice.chance(0.5) && { protocol: this.dice.pick(['TCP', 'UDP']) }),
      ...(this.dice.chance(0.5) && { name: this.dice.pick(['http', 'https']) }),
    }
  }

  private podSpec(): Fields {
    return {
      containers: [this.container(), ...this.dice.some(() => this.container(), 2)],
      ...(this.dice.chance(0.3) && { initContainers: [this.container()] }),
      ...(this.dice.chance(0.3) && { serviceAccountName: this.name() }),
      ...(this.dice.chance(0.4) && { volumes: this.dice.some(() => this.volume(), 3) }),
      ...(this.dice.chance(0.2) && { imagePullSecrets: [{ name: this.name() }] }),
      ...(this.dice.chance(0.2) && { tolerations: [{ key: this.scalar() }] }),
    }
  }

  private volume(): Fields {
    return {
      name: this.name(),
      ...this.dice.pick<Fields>([
        { configMap: { name: this.name() } },
        { secret: { secretName: this.name() } },
        { emptyDir: {} },
        { persistentVolumeClaim: { claimName: this.name() } },
      ]),
    }
  }

  private spec(kind: string): Fields {
    switch (kind) {
      case 'Deployment':
      case 'StatefulSet':
      case 'DaemonSet':
        return {
          ...(this.dice.chance(0.5) && { replicas: this.dice.pick<unknown>([1, 2, '3']) }),
          ...(this.dice.chance(0.7) && { selector: { matchLabels: this.labels() } }),
          ...(kind === 'StatefulSet' && this.dice.chance(0.5) && { serviceName: this.name() }),
          template: {
            ...(this.dice.chance(0.7) && { metadata: { labels: this.labels() } }),
            spec: this.podSpec(),
          },
        }
      case 'Pod':
        return this.podSpec()
      case 'Service':
        return {
          ports: this.dice.some(() => this.port('port'), 3),
          ...(this.dice.chance(0.6) && { selector: this.labels() }),
        }
      case 'Ingress':
        return {
          rules: [{ http: { paths: [{ backend: { service: { name: this.name() } } }] } }],
          ...(this.dice.chance(0.5) && { tls: [{ secretName: this.name() }] }),
        }
      default:
        return {
          ref: { name: this.name() },
          value: this.scalar(),
          list: this.dice.some(() => ({ name: this.name(), v: this.scalar() }), 3),
        }
    }
  }

  object(as?: Known): Fields {
    const [apiVersion, kind] = as === undefined ? this.kind() : ([as.apiVersion, as.kind] as const)
    return this.objectOf(apiVersion, kind, as?.name ?? this.name())
  }

  private kind(): readonly [string, string] {
    return this.dice.pick([
      ['apps/v1', 'Deployment'],
      ['apps/v1', 'Deployment'],
      ['apps/v1', 'StatefulSet'],
      ['apps/v1', 'DaemonSet'],
      ['v1', 'Pod'],
      ['v1', 'Service'],
      ['v1', 'ConfigMap'],
      ['v1', 'Secret'],
      ['v1', 'ServiceAccount'],
      ['v1', 'Namespace'],
      ['networking.k8s.io/v1', 'Ingress'],
      ['example.com/v1', 'Widget'],
      ['rbac.authorization.k8s.io/v1', 'RoleBinding'],
      ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
      ['v1', 'PersistentVolumeClaim'],
    ] as const)
  }

  private objectOf(apiVersion: string, kind: string, name: string): Fields {
    const head = {
      apiVersion,
      kind,
      metadata: {
        name,
        ...(this.dice.chance(0.07) && { namespace: this.dice.pick(['x', 'y', 'default']) }),
        ...(this.dice.chance(0.4) && { labels: this.labels() }),
        ...(this.dice.chance(0.3) && { annotations: { a: this.scalar(), b: 'c' } }),
      },
    }
    if (kind === 'ConfigMap' || kind === 'Secret')
      return { ...head, data: { k: this.scalar(), other: 'x' } }
    if (kind === 'RoleBinding')
      return {
        ...head,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: this.name() },
        subjects: this.dice.some(
          () => ({
            kind: 'ServiceAccount',
            name: this.dice.pick(['default', 'web', 'app']),
            ...(this.dice.chance(0.5) && { namespace: this.dice.pick(['x', 'y']) }),
          }),
          2,
        ),
      }
    if (kind === 'Namespace' || kind === 'ServiceAccount' || kind === 'ClusterRole') return head
    return { ...head, spec: this.spec(kind) }
  }
}

export function print(value: unknown): string {
  return `${writeYaml(asValue(value))}\n`
}

function asValue(value: unknown): Value {
  if (Array.isArray(value)) return value.map(asValue)
  if (typeof value !== 'object' || value === null) return value as Value
  return new Map(Object.entries(value).map(([key, member]) => [key, asValue(member)]))
}
