export type TestbedErrorCode =
  | 'no-go'
  | 'not-built'
  | 'build-failed'
  | 'not-ready'
  | 'unknown-name'
  | 'no-answer'

/** Why there is no real control plane, or why a part of it does not do what was asked. */
export class TestbedError extends Error {
  override readonly name = 'TestbedError'
  readonly code: TestbedErrorCode

  constructor(code: TestbedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
