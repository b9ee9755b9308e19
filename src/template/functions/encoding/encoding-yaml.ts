import { readYamlList, readYamlMap } from '../../../formats/yaml/read.ts'
import { writeYamlPretty } from '../../../formats/yaml/write/write-pretty.ts'
import { writeYaml } from '../../../formats/yaml/write/write.ts'
import type { CallScope, FuncMap } from '../../func.ts'
import { spendText, spendValue } from '../cost.ts'
import { define } from '../define.ts'
import { attempt, required } from './encoding-fault.ts'

/** YAML as Helm writes and reads it. */
export const yamlFunctions: FuncMap = {
  toYaml: define(['interface {}'], ([value], scope) => {
    spendValue(scope, value)
    const outcome = attempt(() => writeYaml(value))
    return 'fault' in outcome ? '' : paid(outcome.result, scope)
  }),
  mustToYaml: define(['interface {}'], ([value], scope) => {
    spendValue(scope, value)
    const outcome = attempt(() => writeYaml(value))
    return paid(required(outcome, 'panic'), scope)
  }),
  toYamlPretty: define(['interface {}'], ([value], scope) => {
    spendValue(scope, value)
    const outcome = attempt(() => writeYamlPretty(value))
    return paid(required(outcome, 'panic'), scope)
  }),
  fromYaml: define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    const outcome = attempt(() => readYamlMap(text))
    return 'fault' in outcome ? new Map([['Error', outcome.fault]]) : outcome.result
  }),
  fromYamlArray: define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    const outcome = attempt(() => readYamlList(text))
    return 'fault' in outcome ? [outcome.fault] : outcome.result
  }),
}

function paid(text: string, scope: CallScope): string {
  spendText(scope, text.length)
  return text
}
