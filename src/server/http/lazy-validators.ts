// Ajv's own function reads its errors from a field of itself.
type Validate = ((data: unknown) => unknown) & { errors?: unknown }
type Compile = (schema: object) => Validate

interface Ajv {
  compile: unknown
  readonly opts: object
}

/** Marks the schema of a body: a number in quotes is no number there, as it is in a query. */
export const exactly = { $comment: 'types are exact' } as const

/**
 * Compiles the schemas of routes when they are first needed, and equal ones once: most routes are not asked for in the first seconds,
 * and compiling them all would be most of the start of the server.
 */
export function compileLazily(ajv: Ajv): void {
  const Another = ajv.constructor as new (options: object) => Ajv
  const exact = new Another({ ...ajv.opts, coerceTypes: false })
  const compile = (ajv.compile as Compile).bind(ajv)
  const compileExactly = (exact.compile as Compile).bind(exact)
  const compiled = new Map<string, Validate>()
  const lazily: Compile = (schema) => {
    const key = JSON.stringify(schema)
    const validate: Validate = (data) => {
      const isExact = '$comment' in schema && schema.$comment === exactly.$comment
      const known = compiled.get(key) ?? (isExact ? compileExactly : compile)(schema)
      compiled.set(key, known)
      const isValid = known(data)
      validate.errors = known.errors
      return isValid
    }
    return validate
  }
  ajv.compile = lazily
}
