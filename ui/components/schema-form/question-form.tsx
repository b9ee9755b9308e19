import { useMemo } from 'react'
import { useText } from '../locale.tsx'
import type { TextEdit, ValuePath } from '../values-text/edit-values-text.ts'
import { type PlainValue, isPlainMap } from '../values-text/plain-value.ts'
import { type Question, isAsked, readQuestions } from './questions.ts'
import { ScalarField } from './scalar-field.tsx'

interface Props {
  readonly questions: string
  readonly value: PlainValue | undefined
  readonly fallback: PlainValue | undefined
  readonly edit: (path: ValuePath, edit: TextEdit) => void
}

/** The questions that a chart asks, by group; those whose condition does not hold are not asked. */
export function QuestionForm({ questions, value, fallback, edit }: Props) {
  const say = useText()
  const all = useMemo(() => readQuestions(questions), [questions])
  const defaultOf = ({ path, schema }: Question) => readAt(fallback, path) ?? schema.default
  const valueAt = (path: ValuePath) => {
    const asked = all.find((one) => one.path.join('.') === path.join('.'))
    const given = asked === undefined ? readAt(fallback, path) : defaultOf(asked)
    return readAt(value, path) ?? given
  }
  const shown = all.filter(({ showIf }) => isAsked(showIf, valueAt))
  const groups = [...Map.groupBy(shown, ({ group }) => group)]
  return (
    <div className="fields">
      {groups.map(([group, list]) => (
        <fieldset key={group} className="form-section">
          <legend>
            <b>{group === '' ? say('install.settings') : group}</b>
          </legend>
          <div className="fields">
            {list.map((question) => {
              const { path, schema, isRequired } = question
              const name = path.join('.')
              const type = typeof schema.type === 'string' ? schema.type : 'string'
              const preset = defaultOf(question)
              return (
                <ScalarField
                  key={name}
                  {...{ name, path, edit, isRequired, type }}
                  root={schema}
                  schema={preset === undefined ? schema : { ...schema, default: preset }}
                  value={readAt(value, path)}
                  fallback={undefined}
                  words=""
                />
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

function readAt(value: PlainValue | undefined, path: ValuePath): PlainValue | undefined {
  return path.reduce<PlainValue | undefined>((found, key) => {
    if (Array.isArray(found)) return found[Number(key)] as PlainValue | undefined
    return isPlainMap(found) ? found[key] : undefined
  }, value)
}
