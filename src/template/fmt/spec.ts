/** How one directive of a format wants its value printed. */
export interface Spec {
  /** One character; U+FFFD for a byte that is not valid UTF-8. */
  readonly verb: string
  readonly width: number | undefined
  readonly precision: number | undefined
  readonly minus: boolean
  readonly plus: boolean
  readonly sharp: boolean
  readonly space: boolean
  readonly zero: boolean
  /** `%+v`, which names the fields of structs. */
  readonly plusV: boolean
  /** `%#v`, Go syntax. */
  readonly sharpV: boolean
  /** Inside `%!d(…)` values are shown as they are, without their String methods. */
  readonly isComplaint: boolean
}

/** A plain `%v`. */
export const defaultSpec: Spec = {
  verb: 'v',
  width: undefined,
  precision: undefined,
  minus: false,
  plus: false,
  sharp: false,
  space: false,
  zero: false,
  plusV: false,
  sharpV: false,
  isComplaint: false,
}

/** For `v`, the flags + and # ask for other formats instead of being flags. */
export function withGoSyntax(spec: Spec): Spec {
  return { ...spec, plusV: spec.plus, sharpV: spec.sharp, plus: false, sharp: false }
}
