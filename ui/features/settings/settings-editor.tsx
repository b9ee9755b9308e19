import { TextInput } from '@mantine/core'
import { Suspense, lazy, useMemo, useState } from 'react'
import type { Nouns } from '../../api/shown-kinds.ts'
import { RenderedText } from '../../components/engine/rendered-text.tsx'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { effectiveSchema } from '../../components/schema-form/form-schema.ts'
import { QuestionForm } from '../../components/schema-form/question-form.tsx'
import { readQuestions } from '../../components/schema-form/questions.ts'
import { SchemaForm } from '../../components/schema-form/schema-form.tsx'
import { TabBar, type TabChoice, useTab } from '../../components/tab-bar.tsx'
import {
  type TextEdit,
  type ValuePath,
  editValuesText,
  faultOf,
  readValuesText,
} from '../../components/values-text/edit-values-text.ts'
import { LoadingView } from '../../components/views.tsx'
import { DefaultsTable } from './defaults-table.tsx'
import { type Form, formOf } from './form-schema-of.ts'
import type { RenderedSettings } from './use-rendered-settings.ts'

const YamlEditor = lazy(async () => ({
  default: (await import('../../components/yaml-editor.tsx')).YamlEditor,
}))

interface Props {
  readonly extension: Nouns['extensions']
  readonly text: string
  readonly setText: (text: string) => void
  readonly rendered: RenderedSettings
  /** The instance as it is installed, for the defaults of its version; undefined for a new one. */
  readonly installed?: object | undefined
}

/** The settings: a form and a text, which are two views of one text, and what they lead to. */
export function SettingsEditor({ extension, text, setText, rendered, installed }: Props) {
  const say = useText()
  const { preview, engine } = rendered
  const isMapped = (preview.data?.document ?? '') !== ''
  const facts = engine?.facts
  const form = useMemo(() => formOf(extension, facts, isMapped), [extension, facts, isMapped])
  const isWaiting = engine === undefined && preview.isPending && preview.fetchStatus !== 'idle'
  // The engine comes after the preview; an address that names what it renders is kept meanwhile.
  const isOpening = isWaiting || preview.data?.archive !== undefined
  const tabs: readonly TabChoice[] = [
    ...(readQuestions(form.questions).length === 0
      ? []
      : [{ id: 'questions', text: say('install.questions') }]),
    { id: 'form', text: say('install.form') },
    { id: 'text', text: say('install.text') },
    ...(installed === undefined || isMapped
      ? []
      : [{ id: 'defaults', text: say('install.defaults') }]),
    ...(engine === undefined && !isOpening ? [] : [{ id: 'rendered', text: say('explain.title') }]),
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
      ) : tab === 'rendered' && engine !== undefined ? (
        <RenderedText engine={engine} text={text} />
      ) : tab === 'defaults' && engine !== undefined && installed !== undefined ? (
        <DefaultsTable {...{ engine, installed, text, setText }} />
      ) : tab === 'rendered' || (isWaiting && extension.spec.parameters === undefined) ? (
        <LoadingView />
      ) : (
        <FormTab {...{ form, tab, text, setText }} toText={() => setTab('text')} />
      )}
    </section>
  )
}

interface FormProps extends Pick<Props, 'text' | 'setText'> {
  readonly form: Form
  readonly tab: string
  readonly toText: () => void
}

function FormTab({ form, tab, text, setText, toText }: FormProps) {
  const say = useText()
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const value = useMemo(() => readValuesText(text), [text])
  const { schema, defaults, questions } = form
  const edit = (path: ValuePath, change: TextEdit) => {
    const edited = editValuesText(text, path, change)
    setProblem(edited.ok ? '' : edited.problem)
    if (edited.ok) setText(edited.text)
  }
  // A schema may keep its settings behind a reference.
  const { properties = {} } = effectiveSchema(schema, schema, value)
  if (tab !== 'questions' && Object.keys(properties).length === 0) {
    return <p className="quiet">{say('catalogue.noSettings')}</p>
  }
  return (
    <>
      {tab === 'questions' ? undefined : (
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
      )}
      {problem === '' ? undefined : (
        <p className="bad" role="alert">
          {problem}{' '}
          <button type="button" className="link" onClick={toText}>
            {say('form.asText')}
          </button>
        </p>
      )}
      {tab === 'questions' ? (
        <QuestionForm {...{ questions, value, edit }} fallback={defaults} />
      ) : (
        <SchemaForm root={schema} {...{ schema, value, edit, words }} fallback={defaults} />
      )}
    </>
  )
}
