import { Button, NativeSelect } from '@mantine/core'
import { Fragment, useState } from 'react'
import { Icon } from '../icon.tsx'
import { useText } from '../locale.tsx'
import { type TextEdit, type ValuePath, editedValue } from '../values-text/edit-values-text.ts'
import { type PlainValue, isPlainMap, writeInline } from '../values-text/plain-value.ts'
import { AddKey, RemoveKey } from './free-keys.tsx'
import {
  type FormSchema,
  chooseVariant,
  effectiveSchema,
  fieldTypeOf,
  typeOf,
} from './form-schema.ts'
import type { FieldProps } from './field-props.ts'
import { ScalarField } from './scalar-field.tsx'

/** A form for values: one field for each setting, sections closed until they are needed. */
export function SchemaForm(props: Omit<FieldProps, 'name' | 'path' | 'isRequired'>) {
  const { root, schema, value } = props
  const say = useText()
  const shown = effectiveSchema(root, schema, value)
  const { words } = props
  if (words !== '' && !hasWords({ root, words }, shown, '')) {
    return <p className="quiet">{say('form.nothing', { words })}</p>
  }
  return <Properties {...props} schema={shown} name="" path={[]} isRequired={false} />
}

function Properties(props: FieldProps) {
  const { root, schema, path, value, fallback, edit, words } = props
  const defaults = isPlainMap(fallback) ? fallback : {}
  const own = isPlainMap(value) ? value : {}
  const names = Object.keys(schema.properties ?? {})
  const { additionalProperties: free } = schema
  const isFree = typeof free === 'object' || (free !== false && names.length === 0)
  // Keys that the schema does not name are settings, too, if somebody set them or if they are what a map holds.
  const known = [...Object.keys(own), ...(isFree ? Object.keys(defaults) : [])]
  const others = [...new Set(known)].filter((name) => !names.includes(name))
  const extra = typeof free === 'object' ? free : {}
  const headings = headingsOf(names, schema)
  return (
    <div className="fields">
      {[...names, ...others].map((name) => (
        <Fragment key={name}>
          {words === '' && headings.has(name) ? (
            <h3 className="form-heading">{headings.get(name)}</h3>
          ) : undefined}
          <Field
            {...{ root, edit, words, name }}
            schema={schema.properties?.[name] ?? extra}
            path={[...path, name]}
            value={own[name]}
            fallback={defaults[name]}
            isRequired={schema.required?.includes(name) === true}
            isFreeKey={isFree && !names.includes(name)}
          />
        </Fragment>
      ))}
      {isFree && words === '' ? (
        <AddKey
          taken={[...names, ...others]}
          add={(name) =>
            edit([...path, name], { set: emptyOf(effectiveSchema(root, extra, undefined)) })
          }
        />
      ) : undefined}
    </div>
  )
}

/** The headings, each by the first setting that stands under it. */
function headingsOf(
  names: readonly string[],
  { properties = {} }: FormSchema,
): ReadonlyMap<string, string> {
  const sectionOf = (name: string | undefined) => properties[name ?? '']?.section ?? ''
  return new Map(
    names.flatMap((name, at) => {
      const section = sectionOf(name)
      return section === '' || section === sectionOf(names[at - 1]) ? [] : [[name, section]]
    }),
  )
}

function Field(props: FieldProps) {
  const { root, value, words, name } = props
  const shown = effectiveSchema(root, props.schema, value)
  const { fallback } = props
  const schema =
    shown.default === undefined && fallback !== undefined ? { ...shown, default: fallback } : shown
  if (words !== '' && !hasWords(props, schema, name)) return undefined
  const variants = schema.oneOf ?? schema.anyOf
  const constants = constantsOf(variants)
  if (constants !== undefined) {
    return <ScalarField {...props} schema={{ ...schema, ...constants }} type="string" />
  }
  const isOfObjects = variants?.some((one) => effectiveSchema(root, one, value).properties)
  if (variants !== undefined && isOfObjects === true) {
    return <VariantField {...props} schema={schema} variants={variants} />
  }
  const type = fieldTypeOf(schema, value)
  if (type === 'object' && schema.additionalProperties !== false) {
    return <Section {...props} schema={schema} />
  }
  if (type === 'object' && Object.keys(schema.properties ?? {}).length > 0) {
    return <Section {...props} schema={schema} />
  }
  if (type === 'array' && isPlainMap(schema.items as PlainValue | undefined))
    return <ListField {...props} schema={schema} />
  return <ScalarField {...props} schema={schema} type={type} />
}

/** The choices of alternatives that are one value each, with the words for them. */
function constantsOf(
  variants: readonly FormSchema[] | undefined,
): Pick<FormSchema, 'enum' | 'enumNames'> | undefined {
  if (variants === undefined || variants.length === 0) return undefined
  if (variants.some((one) => one.const === undefined)) return undefined
  return {
    enum: variants.map((one) => one.const ?? null),
    enumNames: variants.map(
      (one) => one.title ?? one.description ?? writeInline(one.const ?? null),
    ),
  }
}

/** Whether the words are in the name or description of a field, or of one below it. */
function hasWords(
  { root, words }: Pick<FieldProps, 'root' | 'words'>,
  schema: FormSchema,
  name: string,
  depth = 0,
): boolean {
  const text = `${name} ${schema.title ?? ''} ${schema.description ?? ''}`.toLowerCase()
  if (text.includes(words.toLowerCase())) return true
  if (depth > 6) return false
  return Object.entries(schema.properties ?? {}).some(([key, one]) =>
    hasWords({ root, words }, effectiveSchema(root, one, undefined), key, depth + 1),
  )
}

function Section(props: FieldProps) {
  const { schema, name, path, value, words, isRequired } = props
  const say = useText()
  const isChanged = differs(value, schema.default ?? props.fallback)
  // A text that repeats all defaults of a large chart opens nothing.
  const [isOpen, setOpen] = useState(isChanged || (isRequired && path.length < 3))
  const shown = isOpen || words !== ''
  const inner = hasOwnWords(props) ? '' : words
  return (
    <fieldset className="form-section" data-open={shown}>
      <legend>
        <button
          type="button"
          className="tree-head"
          aria-expanded={shown}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="arrow" size={12} />
          <b>{schema.title ?? name}</b>
          {isChanged ? <span className="tag">{say('form.changed')}</span> : undefined}
        </button>
        {schema.description === undefined ? undefined : (
          <span className="quiet">{schema.description}</span>
        )}
        <RemoveKey {...props} />
      </legend>
      {shown ? <Properties {...props} words={inner} /> : undefined}
    </fieldset>
  )
}

/** Whether a value says anything else than the default. */
function differs(value: PlainValue | undefined, fallback: PlainValue | undefined): boolean {
  if (value === undefined) return false
  if (isPlainMap(value) && isPlainMap(fallback)) {
    return Object.entries(value).some(([name, one]) => differs(one, fallback[name] ?? null))
  }
  return JSON.stringify(value) !== JSON.stringify(fallback ?? null)
}

function hasOwnWords({ name, schema, words }: FieldProps): boolean {
  return `${name} ${schema.description ?? ''}`.toLowerCase().includes(words.toLowerCase())
}

interface VariantProps extends FieldProps {
  readonly variants: readonly FormSchema[]
}

/** A choice between alternatives. Changing it deletes the settings of the other one, so it asks first. */
function VariantField({ variants, ...props }: VariantProps) {
  const { root, schema, name, path, value, edit } = props
  const say = useText()
  const [chosen, setChosen] = useState<number>()
  const [wanted, setWanted] = useState<number>()
  const at = chosen ?? chooseVariant(root, variants, value)
  const change = (next: number) => {
    if (value !== undefined) edit(path, 'delete')
    setChosen(next)
    setWanted(undefined)
  }
  const { oneOf: _one, anyOf: _any, ...common } = schema
  const variant = effectiveSchema(root, { allOf: [common, variants[at] ?? {}] }, value)
  const ask = (next: number) => (value === undefined ? change(next) : setWanted(next))
  return (
    <div className="stack-small">
      <NativeSelect
        label={`${name}: ${say('form.variant')}`}
        value={String(at)}
        onChange={(event) => ask(Number(event.currentTarget.value))}
        data={variants.map((one, number) => ({
          value: String(number),
          label: one.title ?? one.description ?? Object.keys(one.properties ?? {}).join(', '),
        }))}
      />
      {wanted === undefined ? undefined : (
        <div className="row" role="alert">
          <span>{say('form.switchVariant')}</span>
          <Button size="compact-sm" color="red" onClick={() => change(wanted)}>
            {say('form.switch')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setWanted(undefined)}>
            {say('common.cancel')}
          </Button>
        </div>
      )}
      <Section {...props} schema={{ ...variant, title: name }} />
    </div>
  )
}

function ListField(props: FieldProps) {
  const { root, schema, name, path, value, edit } = props
  const say = useText()
  const items = schema.items ?? {}
  // A list is replaced as a whole by Helm, so the first change takes the default over.
  const shown = Array.isArray(value) ? value : Array.isArray(schema.default) ? schema.default : []
  const isOwn = Array.isArray(value)
  const change = (at: number, below: ValuePath, what: TextEdit) => {
    if (isOwn) return edit([...path, at, ...below], what)
    edit(path, { set: editedValue(shown, [at, ...below], what) })
  }
  const add = () => {
    const empty = emptyOf(effectiveSchema(root, items, undefined))
    if (isOwn) edit([...path, shown.length], { set: empty })
    else edit(path, { set: [...shown, empty] })
  }
  return (
    <fieldset className="form-section" data-open={shown.length > 0}>
      <legend>
        <b>{schema.title ?? name}</b>
        {schema.description === undefined ? undefined : (
          <span className="quiet">{schema.description}</span>
        )}
        <RemoveKey {...props} />
      </legend>
      {shown.map((item: PlainValue, at: number) => (
        <div key={at} className="list-item">
          <Field
            {...props}
            schema={items}
            name={`${at + 1}`}
            path={[...path, at]}
            value={isOwn ? item : undefined}
            fallback={isOwn ? undefined : item}
            isRequired
            isFreeKey={false}
            words=""
            edit={(place, what) => change(at, place.slice(path.length + 1), what)}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`${say('form.remove')} ${name} ${at + 1}`}
            onClick={() => change(at, [], 'delete')}
          >
            <Icon name="cross" size={14} />
          </button>
        </div>
      ))}
      <Button variant="default" size="compact-sm" onClick={add}>
        {say('form.add')}
      </Button>
    </fieldset>
  )
}

function emptyOf(schema: FormSchema): PlainValue {
  if (schema.default !== undefined) return schema.default
  const empty: Readonly<Record<string, PlainValue>> = {
    object: {},
    array: [],
    boolean: false,
    number: 0,
    integer: 0,
  }
  return empty[typeOf(schema)] ?? ''
}
