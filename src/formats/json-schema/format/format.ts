import { RegexpError } from '../../regexp.ts'
import type { Budget } from '../check/budget.ts'
import { dateFault, dateTimeFault, durationFault, periodFault, timeFault } from './format-time.ts'
import { emailFault, hostnameFault, ipv4Fault, ipv6Fault } from './format-network.ts'
import {
  jsonPointerFault,
  relativeJsonPointerFault,
  semverFault,
  uuidFault,
} from './format-text.ts'
import { uriFault, uriReferenceFault, uriTemplateFault } from './format-uri.ts'

/** Why a text does not have a format; undefined when it has. */
export type Fault = (text: string, budget: Budget) => string | undefined

export interface FormatCheck {
  readonly name: string
  readonly fault: Fault
}

const faults: ReadonlyMap<string, Fault> = new Map([
  ['json-pointer', jsonPointerFault],
  ['relative-json-pointer', relativeJsonPointerFault],
  ['uuid', uuidFault],
  ['duration', durationFault],
  ['period', periodFault],
  ['ipv4', ipv4Fault],
  ['ipv6', ipv6Fault],
  ['hostname', hostnameFault],
  ['email', emailFault],
  ['date', dateFault],
  ['time', timeFault],
  ['date-time', dateTimeFault],
  ['uri', uriFault],
  ['iri', uriFault],
  ['uri-reference', uriReferenceFault],
  ['iri-reference', uriReferenceFault],
  ['uri-template', uriTemplateFault],
  ['semver', semverFault],
  ['regex', regexFault],
])

/** The check of a format; undefined for names nobody knows, which allow everything. */
export function formatNamed(name: string): FormatCheck | undefined {
  const fault = faults.get(name)
  return fault === undefined ? undefined : { name, fault }
}

function regexFault(text: string, budget: Budget): string | undefined {
  try {
    budget.compile(text)
    return undefined
  } catch (error) {
    if (error instanceof RegexpError) return error.message
    throw error
  }
}
