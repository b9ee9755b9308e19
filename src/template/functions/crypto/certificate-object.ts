import { GoObject, type Value } from '../../../formats/value.ts'

/** Sprig's certificate: two PEM texts. */
export class GoCertificate extends GoObject {
  readonly type = 'sprig.certificate'
  readonly kind = 'struct'
  readonly cert: string
  readonly key: string

  /** Empty, because its key is still to be made; see CallScope.noteMissingKey. */
  readonly isProvisional: boolean

  constructor(cert: string, key: string) {
    super()
    this.cert = cert
    this.key = key
    this.isProvisional = cert === ''
  }

  override field(name: string): { readonly value: Value; readonly type: string } | undefined {
    const found = this.fields().find(([field]) => field === name)
    return found === undefined ? undefined : { value: found[1], type: 'string' }
  }

  override fields(): readonly (readonly [string, Value])[] {
    return [
      ['Cert', this.cert],
      ['Key', this.key],
    ]
  }
}
