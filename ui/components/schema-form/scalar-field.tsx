import {
  NativeSelect,
  NumberInput,
  PasswordInput,
  Switch,
  TextInput,
  Textarea,
} from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../locale.tsx'
import { readValuesText } from '../values-text/edit-values-text.ts'
import { type PlainValue, writeInline } from '../values-text/plain-value.ts'
import { RemoveKey } from './free-keys.tsx'
import type { FieldProps } from './field-props.ts'
import { type FormSchema, problemsOf } from './form-schema.ts'
import { isSecretName } from './secret-name.ts'

interface Props extends FieldProps {
  readonly type: string
}

/** A field for one value. It shows the default until something else is set, and has a way back to it. */
export function ScalarField(props: Props) {
  const { schema, name, path, value, edit, isRequired } = props
  const say = useText()
  const shown = value ?? schema.default
  const set = (next: PlainValue) => edit(path, { set: next })
  const label = (
    <span className="field-label">
      {schema.title ?? name}
      {isRequired && typeof path.at(-1) !== 'number' ? <i aria-hidden="true">*</i> : undefined}
      {value === undefined || typeof path.at(-1) === 'number' ? undefined : (
        <button
          type="button"
          className="reset"
          onClick={(event) => {
            event.preventDefault()
            edit(path, 'delete')
          }}
        >
          {say('form.reset')}
        </button>
      )}
      <RemoveKey {...props} />
    </span>
  )
  const problem = useProblem(schema, value)
  const frame = {
    label,
    description: schema.description,
    'data-path': JSON.stringify(path),
    ...(problem === '' ? {} : { error: problem }),
  }
  return <Control {...props} shown={shown} set={set} frame={frame} />
}

/** The first thing that the schema has against a value that was set. */
function useProblem(schema: FormSchema, value: PlainValue | undefined): string {
  return useMemo(() => {
    // Null takes a default away, whatever the type is.
    if (value === undefined || value === null) return ''
    const { description: _words, default: _default, title: _title, section: _, ...rules } = schema
    const [first = ''] = problemsOf({}, rules, value)
    return first.replace(/^at '[^']*': /, '')
  }, [schema, value])
}

interface ControlProps extends Props {
  readonly shown: PlainValue | undefined
  readonly set: (value: PlainValue) => void
  readonly frame: {
    readonly label: ReactNode
    readonly description: ReactNode
    /** The way to the value, for those who look for its field. */
    readonly 'data-path': string
    readonly error?: string
  }
}

function Control({ type, schema, name, shown, set, frame, path, edit }: ControlProps) {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (choices !== undefined) {
    const texts = choices.map((one) => writeInline(one))
    const chosen = shown === undefined ? '' : writeInline(shown)
    const data = texts.map((text, at) => ({ value: text, label: schema.enumNames?.[at] ?? text }))
    return (
      <NativeSelect
        {...frame}
        value={chosen}
        data={texts.includes(chosen) ? data : [{ value: '', label: '' }, ...data]}
        onChange={(event) => set(choices[texts.indexOf(event.currentTarget.value)] ?? null)}
      />
    )
  }
  if (type === 'boolean') {
    return (
      <Switch
        {...frame}
        checked={shown === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    )
  }
  if (type === 'number' || type === 'integer') {
    return (
      <NumberInput
        {...frame}
        value={typeof shown === 'number' ? shown : ''}
        allowDecimal={type === 'number'}
        {...(schema.minimum === undefined ? {} : { min: schema.minimum })}
        {...(schema.maximum === undefined ? {} : { max: schema.maximum })}
        onChange={(next) => (typeof next === 'number' ? set(next) : edit(path, 'delete'))}
      />
    )
  }
  if (type === 'string') return <TextControl {...{ schema, name, shown, set, frame }} />
  return <YamlControl {...{ shown, set, frame }} />
}

type TextProps = Pick<ControlProps, 'schema' | 'name' | 'shown' | 'set' | 'frame'>

function TextControl({ schema, name, shown, set, frame }: TextProps) {
  const text = typeof shown === 'string' ? shown : shown === undefined ? '' : writeInline(shown)
  const { format = isSecretName(name) ? 'password' : undefined } = schema
  if (format === 'password') {
    return (
      <PasswordInput
        {...frame}
        autoComplete="off"
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  }
  if (text.includes('\n') || format === 'multiline') {
    return (
      <Textarea
        {...frame}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  }
  return <TextInput {...frame} value={text} onChange={(event) => set(event.currentTarget.value)} />
}

/** A field for anything: a text of YAML, taken over once it can be read. Enter makes lines as long as it has several. */
function YamlControl({ shown, set, frame }: Pick<ControlProps, 'shown' | 'set' | 'frame'>) {
  const written = shown === undefined || shown === null ? '' : writeInline(shown)
  const [draft, setDraft] = useState<string>()
  const say = useText()
  const isBroken = draft !== undefined && draft !== '' && readValuesText(draft) === undefined
  return (
    <Textarea
      {...frame}
      classNames={{ input: 'mono' }}
      autosize
      minRows={1}
      maxRows={12}
      value={draft ?? written}
      error={isBroken ? say('form.noYaml') : frame.error}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => {
        const value = draft === undefined ? undefined : readValuesText(draft)
        if (value !== undefined && draft !== written) set(value)
        setDraft(undefined)
      }}
    />
  )
}
