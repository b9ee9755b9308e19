import type { Environment } from '@marcbachmann/cel-js'
import { registerTexts } from './texts.ts'
import { registerLists } from './lists.ts'
import { registerQuantities } from './quantities.ts'
import { registerSemvers } from './semvers.ts'
import { registerTwoVariables } from './two-variables.ts'
import { registerAddresses } from './addresses.ts'
import { registerUrls } from './urls.ts'
import type { Meter } from '../meter.ts'

/** Registers the functions that Kubernetes adds to the language. */
export function registerLibraries(environment: Environment, meter: Meter): Environment {
  registerTexts(environment, meter)
  registerLists(environment, meter)
  registerQuantities(environment)
  registerSemvers(environment)
  registerTwoVariables(environment)
  registerAddresses(environment)
  registerUrls(environment)
  return environment
}
