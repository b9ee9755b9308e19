// `.Capabilities`: a pointer to a struct with what the cluster and Helm can do.
import {
  GoObject,
  type GoMethod,
  type GoType,
  type TypedList,
  type Value,
} from '../../formats/value.ts'

interface Field {
  readonly value: Value
  readonly type: GoType
}

/** `.Capabilities.KubeVersion`. */
export class KubeVersion extends GoObject {
  readonly type = 'common.KubeVersion'
  readonly kind = 'struct'
  /** As the cluster or the user gave it, such as `v1.33.4-gke.1`. */
  readonly version: string
  /** Without suffixes, such as `v1.33.4`; what the object prints as. */
  readonly normalized: string
  readonly major: string
  readonly minor: string

  /** A copy, as functions get it, has lost the methods that only the pointer has. */
  readonly isCopy: boolean

  constructor(
    parts: { version: string; normalized: string; major: string; minor: string },
    isCopy = false,
  ) {
    super()
    this.isCopy = isCopy
    this.version = parts.version
    this.normalized = parts.normalized
    this.major = parts.major
    this.minor = parts.minor
  }

  override field(name: string): Field | undefined {
    const found = this.fields().find(([field]) => field === name && name !== 'normalizedVersion')
    return found === undefined ? undefined : { value: found[1], type: 'string' }
  }

  override method(name: string): GoMethod | undefined {
    if (this.isCopy) return undefined
    if (name === 'String') return { params: [], call: () => this.addressText() }
    return name === 'GitVersion' ? { params: [], call: () => this.version } : undefined
  }

  copied(): KubeVersion {
    return this.isCopy ? this : new KubeVersion(this, true)
  }

  /** The text of String(), which only the pointer has: actions see it, functions do not. */
  addressText(): string {
    return this.normalized === '' ? this.version : this.normalized
  }

  override fields(): readonly (readonly [string, Value])[] {
    return [
      ['Version', this.version],
      ['normalizedVersion', this.normalized],
      ['Major', this.major],
      ['Minor', this.minor],
    ]
  }

  override deepCopy(): KubeVersion {
    const { version, major, minor } = this
    return new KubeVersion({ version, normalized: '', major, minor }, this.isCopy)
  }
}

export interface BuildInfoParts {
  readonly version: string
  readonly gitCommit: string
  readonly gitTreeState: string
  readonly goVersion: string
  readonly kubeClientVersion: string
}

/** `.Capabilities.HelmVersion`. */
export class BuildInfo extends GoObject {
  readonly type = 'version.BuildInfo'
  readonly kind = 'struct'
  private readonly parts: BuildInfoParts

  constructor(parts: BuildInfoParts) {
    super()
    this.parts = parts
  }

  override field(name: string): Field | undefined {
    const found = this.fields().find(([field]) => field === name)
    return found === undefined ? undefined : { value: found[1], type: 'string' }
  }

  override fields(): readonly (readonly [string, Value])[] {
    return [
      ['Version', this.parts.version],
      ['GitCommit', this.parts.gitCommit],
      ['GitTreeState', this.parts.gitTreeState],
      ['GoVersion', this.parts.goVersion],
      ['KubeClientVersion', this.parts.kubeClientVersion],
    ]
  }

  override json(): Value {
    const optional: [string, string][] = [
      ['version', this.parts.version],
      ['git_commit', this.parts.gitCommit],
      ['git_tree_state', this.parts.gitTreeState],
      ['go_version', this.parts.goVersion],
    ]
    return new Map([
      ...optional.filter(([, text]) => text !== ''),
      ['kube_client_version', this.parts.kubeClientVersion],
    ])
  }
}

/** A part of the cluster that a template can ask about by `.Capabilities`. */
export type CapabilityPart = 'version' | 'apis'

/** `.Capabilities`. */
export class Capabilities extends GoObject {
  readonly type = '*common.Capabilities'
  readonly kind = 'ptr'
  readonly kubeVersion: KubeVersion
  private readonly apiVersions: TypedList
  private readonly helmVersion: BuildInfo
  private readonly onAsk: (part: CapabilityPart) => void

  constructor(
    kubeVersion: KubeVersion,
    apiVersions: TypedList,
    helmVersion: BuildInfo,
    onAsk: (part: CapabilityPart) => void = () => {},
  ) {
    super()
    this.kubeVersion = kubeVersion
    this.apiVersions = apiVersions
    this.helmVersion = helmVersion
    this.onAsk = onAsk
  }

  /** The same, telling what is asked of it. */
  observed(onAsk: (part: CapabilityPart) => void): Capabilities {
    return this.with(this.kubeVersion, onAsk)
  }

  override field(name: string): Field | undefined {
    switch (name) {
      case 'KubeVersion':
        this.onAsk('version')
        return { value: this.kubeVersion, type: this.kubeVersion.type }
      case 'APIVersions':
        this.onAsk('apis')
        return { value: this.apiVersions, type: this.apiVersions.type }
      case 'HelmVersion':
        return { value: this.helmVersion, type: this.helmVersion.type }
      default:
        return undefined
    }
  }

  override deepCopy(): Capabilities {
    return this.with(this.kubeVersion.deepCopy(), this.onAsk)
  }

  override method(name: string): GoMethod | undefined {
    return name === 'Copy'
      ? { params: [], call: () => this.with(this.kubeVersion, this.onAsk) }
      : undefined
  }

  override fields(): readonly (readonly [string, Value])[] {
    this.onAsk('version')
    this.onAsk('apis')
    return [
      ['KubeVersion', this.kubeVersion],
      ['APIVersions', this.apiVersions],
      ['HelmVersion', this.helmVersion],
    ]
  }

  private with(kubeVersion: KubeVersion, onAsk: (part: CapabilityPart) => void): Capabilities {
    return new Capabilities(kubeVersion, this.apiVersions, this.helmVersion, onAsk)
  }
}
