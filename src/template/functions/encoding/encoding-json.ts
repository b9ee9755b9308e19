import { decodeJson } from '../../../formats/json/decode.ts'
import { encodeJson, type JsonStyle } from '../../../formats/json/encode.ts'
import { JsonError } from '../../../formats/json/errors.ts'
import { isMap, type Value } from '../../../formats/value.ts'
import type { CallScope, FuncMap, TemplateFunc } from '../../func.ts'
import { spendText, spendValue } from '../cost.ts'
import { define } from '../define.ts'
import { attempt, required } from './encoding-fault.ts'

const plain: JsonStyle = { html: true }
const pretty: JsonStyle = { html: true, indent: '  ' }
const raw: JsonStyle = { html: false }

/** JSON as Helm and Sprig write and read it. */
export const jsonFunctions: FuncMap = {
  toJson: lenient(plain),
  mustToJson: strict(plain, 'panic'),
  toPrettyJson: lenient(pretty),
  mustToPrettyJson: strict(pretty, 'returned'),
  // Sprig's toRawJson panics where the others give "".
  toRawJson: strict(raw, 'panic'),
  mustToRawJson: strict(raw, 'returned'),
  fromJson: define(['string'], ([text], scope) => readMap(text, scope)),
  fromJsonArray: define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    const outcome = attempt(() => decodeJson(text, 'list'))
    return 'fault' in outcome ? [outcome.fault] : outcome.result
  }),
  mustFromJson: define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    return required(
      attempt(() => decodeJson(text, 'any')),
      'returned',
    )
  }),
}

function lenient(style: JsonStyle): TemplateFunc {
  return define(['interface {}'], ([value], scope) => {
    spendValue(scope, value)
    const outcome = attempt(() => encodeJson(value, style))
    return 'fault' in outcome ? '' : paid(outcome.result, scope)
  })
}

function strict(style: JsonStyle, code: 'returned' | 'panic'): TemplateFunc {
  return define(['interface {}'], ([value], scope) => {
    spendValue(scope, value)
    const outcome = attempt(() => encodeJson(value, style))
    return paid(required(outcome, code), scope)
  })
}

function paid(text: string, scope: CallScope): string {
  spendText(scope, text.length)
  return text
}

/** A failure becomes the entry `Error`, beside what had been read before it. */
function readMap(text: string, scope: CallScope): Value {
  spendText(scope, text.length)
  try {
    return decodeJson(text, 'map')
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const read = isMap(error.partial) ? error.partial : []
    return new Map<string, Value>([...read, ['Error', error.message]])
  }
}
