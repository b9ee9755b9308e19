import { decodeToml } from '../../../formats/toml/decode.ts'
import { encodeToml } from '../../../formats/toml/encode.ts'
import { TomlError } from '../../../formats/toml/errors.ts'
import type { Value } from '../../../formats/value.ts'
import type { FuncMap } from '../../func.ts'
import { spendText, spendValue } from '../cost.ts'
import { define } from '../define.ts'
import { attempt, required } from './encoding-fault.ts'
import { tomlTimes } from './toml-time.ts'

/** TOML as Helm writes and reads it. */
export const tomlFunctions: FuncMap = {
  toToml: define(['interface {}'], ([value], scope) => {
    spendValue(scope, value)
    const text = required(
      attempt(() => encodeOrExplain(value)),
      'panic',
    )
    spendText(scope, text.length)
    return text
  }),
  mustToToml: define(['interface {}'], ([value], scope) => {
    spendValue(scope, value)
    const text = required(
      attempt(() => encodeToml(value)),
      'panic',
    )
    spendText(scope, text.length)
    return text
  }),
  fromToml: define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    const outcome = attempt(() => decodeToml(text, tomlTimes(scope.entropy)))
    return 'fault' in outcome ? new Map([['Error', outcome.fault]]) : outcome.result
  }),
}

/** The encoder's errors are printed; what it panics with still fails. */
function encodeOrExplain(value: Value): string {
  try {
    return encodeToml(value)
  } catch (error) {
    if (error instanceof TomlError) return error.message
    throw error
  }
}
