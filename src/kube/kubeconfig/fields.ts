import type { Value } from '../../formats/value.ts'
import { readYaml } from '../../formats/yaml/read.ts'
import {
  type Json,
  type JsonObject,
  fieldOf,
  isJsonList,
  isJsonObject,
} from '../../objects/json.ts'
import { KubeError } from '../errors.ts'

/** The fields of one part of a kubeconfig, read by type. An absent field is empty, as in Go. */
export class Fields {
  readonly where: string
  private readonly object: JsonObject

  constructor(value: Json | undefined, where: string) {
    if (!isJsonObject(value)) throw new KubeError('bad-config', `${where} is not a map`)
    this.object = value
    this.where = where
  }

  text(name: string): string {
    const value = this.get(name)
    if (value === undefined) return ''
    return typeof value === 'string' ? value : this.fail(name, 'a string')
  }

  flag(name: string): boolean {
    const value = this.get(name)
    if (value === undefined) return false
    return typeof value === 'boolean' ? value : this.fail(name, 'true or false')
  }

  /** Bytes in base64, as text. */
  decoded(name: string): string {
    const text = this.text(name)
    // Go's decoder skips line breaks and is strict about everything else.
    const packed = text.replaceAll(/[\r\n]/g, '')
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(packed) || packed.length % 4 !== 0) {
      return this.fail(name, 'base64')
    }
    return Buffer.from(packed, 'base64').toString('utf8')
  }

  list(name: string): readonly Json[] {
    const value = this.get(name)
    if (value === undefined) return []
    return isJsonList(value) ? value : this.fail(name, 'a list')
  }

  texts(name: string): readonly string[] {
    return this.list(name).map((item) =>
      typeof item === 'string' ? item : this.fail(name, 'a list of strings'),
    )
  }

  /** A map below this one; undefined when absent. */
  below(name: string): Fields | undefined {
    const value = this.get(name)
    return value === undefined ? undefined : new Fields(value, `${name} of ${this.where}`)
  }

  names(): readonly string[] {
    return Object.keys(this.object)
  }

  value(name: string): Json | undefined {
    return this.get(name)
  }

  private get(name: string): Json | undefined {
    const value = fieldOf(this.object, name)
    return value === null ? undefined : value
  }

  // The value itself may be a secret and is not shown.
  private fail(name: string, wanted: string): never {
    throw new KubeError('bad-config', `${name} of ${this.where} must be ${wanted}`)
  }
}

/** The first document of a YAML text as plain JSON. */
export function readYamlFields(text: string, where: string): Fields {
  try {
    const value = toJson(readYaml(text))
    return new Fields(value === null ? {} : value, where)
  } catch (cause) {
    if (cause instanceof KubeError) throw cause
    // The error shows lines of the text, which may hold secrets.
    throw new KubeError('bad-config', `${where} is not YAML`)
  }
}

function toJson(value: Value): Json {
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => [key, toJson(item)] as const)
    return Object.fromEntries(entries)
  }
  if (Array.isArray(value)) return value.map((item) => toJson(item as Value))
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return null
}
