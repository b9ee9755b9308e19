// Ajv's own function reads its errors from a field of itself.
type Validate = ((data: unknown) => unknown) & { errors?: unknown }
type Compile = (schema: object) => Validate

/**
 * Compiles the schemas of routes when they are first needed, and equal ones once: most routes are not asked for in the first seconds,
 * and compiling them all would be most of the start of the server.
 */
export function compileLazily(ajv: { compile: unknown }): void {
  const compile = (ajv.compile as Compile).bind(ajv)
  const compiled = new Map<string, Validate>()
  const lazily: Compile = (schema) => {
    const key = JSON.stringify(schema)
    const validate: Validate = (data) => {
      const known = compiled.get(key) ?? compile(schema)
      compiled.set(key, known)
      const isValid = known(data)
      validate.errors = known.errors
      return isValid
    }
    return validate
  }
  ajv.compile = lazily
}
