import { dateFault, dateTimeFault } from '../../formats/json-schema/format/format-time.ts'
import {
  emailFault,
  hostnameFault,
  ipv4Fault,
  ipv6Fault,
} from '../../formats/json-schema/format/format-network.ts'
import { compileRegexp, type Regexp } from '../../formats/regexp.ts'
import { invalid, type FieldError } from '../field-errors.ts'
import type { StructuralSchema } from './structural-schema.ts'

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => dateFault(text) === undefined,
  'date-time': (text) => dateTimeFault(text) === undefined,
  email: (text) => emailFault(text) === undefined,
  hostname: (text) => hostnameFault(text) === undefined,
  ipv4: (text) => ipv4Fault(text) === undefined,
  ipv6: (text) => ipv6Fault(text) === undefined,
  uuid: (text) => /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text),
  byte: (text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0,
  duration: (text) =>
    /^[-+]?(?:0|(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h|d|w)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))*)$/.test(
      text,
    ),
  uri: (text) => URL.canParse(text),
}

/** The errors of a text. */
export function checkText(
  text: string,
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const { minLength, maxLength, pattern, format } = schema
  const errors: FieldError[] = []
  const length = [...text].length
  if (maxLength !== undefined && length > maxLength) {
    const detail = `may not be more than ${maxLength} bytes`
    errors.push({ type: 'too-long', field: path, detail })
  }
  if (minLength !== undefined && length < minLength) {
    const detail = `${path} in body should be at least ${minLength} chars long`
    errors.push(invalid(path, text, detail))
  }
  if (pattern !== undefined && !regexpOf(pattern).matches(text)) {
    errors.push(invalid(path, text, `${path} in body should match '${pattern}'`))
  }
  if (format !== undefined && formats[format]?.(text) === false) {
    const detail = `${path} in body must be of type ${format}: ${JSON.stringify(text)}`
    errors.push({ type: 'type', field: path, value: text, detail })
  }
  return errors
}

const mostPatterns = 1000
const compiled = new Map<string, Regexp>()

/** Patterns of users run in linear time, whatever they are. */
function regexpOf(pattern: string): Regexp {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  if (compiled.size >= mostPatterns) compiled.clear()
  const made = compileRegexp(pattern)
  compiled.set(pattern, made)
  return made
}
