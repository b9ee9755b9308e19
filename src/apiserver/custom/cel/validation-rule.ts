/** One entry of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule?: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason?: string
  readonly fieldPath?: string
  readonly optionalOldSelf?: boolean
}
