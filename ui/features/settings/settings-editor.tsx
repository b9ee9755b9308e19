import { TextInput } from '@mantine/core'
import { Suspense, lazy, useMemo, useState } from 'react'
import type { Nouns } from '../../api/shown-kinds.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { SchemaForm } from '../../components/schema-form/schema-form.tsx'
import { TabBar, useTab } from '../../components/tab-bar.tsx'
import {
  type TextEdit,
  type ValuePath,
  editValuesText,
  faultOf,
  readValuesText,
} from '../../components/values-text/edit-values-text.ts'
import { LoadingView } from '../../components/views.tsx'
import { useFormSchema } from './use-form-schema.ts'

const YamlEditor = lazy(async () => ({
  default: (await import('../../components/yaml-editor.tsx')).YamlEditor,
}))

interface Props {
  readonly extension: Nouns['extensions']
  readonly text: string
  readonly setText: (text: string) => void
}

/** The settings: a form and a text, which are two views of one text. */
export function SettingsEditor({ extension, text, setText }: Props) {
  const say = useText()
  const tabs = [
    { id: 'form', text: say('install.form') },
    { id: 'text', text: say('install.text') },
  ]
  const [tab, setTab] = useTab(tabs)
  const fault = useMemo(() => faultOf(text), [text])
  return (
    <section className="card">
      <h2>{say('install.settings')}</h2>
      <TabBar label={say('install.settings')} tabs={tabs} chosen={tab} choose={setTab} />
      {fault === undefined ? undefined : (
        <p className="bad break" role="alert">
          {say('install.invalidYaml', { why: fault })}
        </p>
      )}
      {tab === 'text' ? (
        <Suspense fallback={<LoadingView />}>
          <YamlEditor label={say('install.settings')} text={text} change={setText} />
        </Suspense>
      ) : (
        <Form extension={extension} text={text} setText={setText} toText={() => setTab('text')} />
      )}
    </section>
  )
}

interface FormProps extends Props {
  readonly toText: () => void
}

function Form({ extension, text, setText, toText }: FormProps) {
  const say = useText()
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const form = useFormSchema(extension)
  const value = useMemo(() => readValuesText(text), [text])
  if (form === undefined) return <LoadingView />
  const { schema, defaults } = form
  const edit = (path: ValuePath, change: TextEdit) => {
    const edited = editValuesText(text, path, change)
    setProblem(edited.ok ? '' : edited.problem)
    if (edited.ok) setText(edited.text)
  }
  if (Object.keys(schema.properties ?? {}).length === 0) {
    return <p className="quiet">{say('catalogue.noSettings')}</p>
  }
  return (
    <>
      <div className="toolbar">
        <TextInput
          className="grow"
          aria-label={say('form.filter')}
          placeholder={say('form.filter')}
          leftSection={<Icon name="search" size={15} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      {problem === '' ? undefined : (
        <p className="bad" role="alert">
          {problem}{' '}
          <button type="button" className="link" onClick={toText}>
            {say('form.asText')}
          </button>
        </p>
      )}
      <SchemaForm
        root={schema}
        schema={schema}
        value={value}
        fallback={defaults}
        edit={edit}
        words={words}
      />
    </>
  )
}
