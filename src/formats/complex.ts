import { GoObject, type Value } from './value.ts'

/** A complex number. Templates can write, print and compare one, and no format can hold it. */
export class Complex extends GoObject {
  readonly type = 'complex128'
  readonly kind = 'complex128'
  readonly real: number
  readonly imaginary: number

  constructor(real: number, imaginary: number) {
    super()
    this.real = real
    this.imaginary = imaginary
  }

  get isZero(): boolean {
    return this.real === 0 && this.imaginary === 0
  }

  override fields(): readonly (readonly [string, Value])[] {
    return [
      ['real', this.real],
      ['imag', this.imaginary],
    ]
  }
}
