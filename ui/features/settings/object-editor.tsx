import { useParams, useRouter } from '@tanstack/react-router'
import { Suspense, lazy, useMemo, useState } from 'react'
import { type AnyShown, type Noun, keyOf } from '../../api/shown-kinds.ts'
import { useCreate, useReplace } from '../../api/use-change.ts'
import { useOne } from '../../api/use-kind.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { toYaml } from '../../components/to-yaml.ts'
import { readValuesText } from '../../components/values-text/edit-values-text.ts'
import { isPlainMap } from '../../components/values-text/plain-value.ts'
import { Loaded, LoadingView, Notice } from '../../components/views.tsx'
import { type EditableNoun, editableNouns, exampleOf } from './editable-nouns.ts'
import { ProfileEffectCard } from './profile-effect-card.tsx'
import { Review } from './review.tsx'

const YamlEditor = lazy(async () => ({
  default: (await import('../../components/yaml-editor.tsx')).YamlEditor,
}))

/** Creates an object of the administration, or changes one, as text; the server checks it while one types. */
export function ObjectEditor() {
  const say = useText()
  const { noun = '', _splat: key = '' } = useParams({ strict: false }) as {
    readonly noun?: string
    readonly _splat?: string
  }
  if (!isEditable(noun)) return <Notice icon="search" title={say('app.notFound')} isWhole />
  return key === '' ? <Create noun={noun} /> : <Change noun={noun} name={key} />
}

function isEditable(noun: string): noun is EditableNoun {
  return (editableNouns as readonly string[]).includes(noun)
}

function Create({ noun }: { readonly noun: EditableNoun }) {
  const say = useText()
  const { history } = useRouter()
  const [text, setText] = useState(() => toYaml(exampleOf(noun)))
  const create = useCreate(noun)
  const body = useBody(text)
  return (
    <Editor
      noun={noun}
      title={say(`editor.${noun}`)}
      text={text}
      setText={setText}
      review={{
        path: `/${noun}`,
        method: 'POST',
        body,
        doText: say('common.create'),
        run: () => create.mutate({ body }, { onSuccess: () => history.push(paths[noun]) }),
        isRunning: create.isPending,
        isDone: create.isSuccess,
        error: create.error,
      }}
    />
  )
}

function Change({ noun, name }: { readonly noun: EditableNoun; readonly name: string }) {
  const object = useOne(noun, name)
  return <Loaded from={object}>{(found) => <ChangeFound noun={noun} object={found} />}</Loaded>
}

interface ChangeProps {
  readonly noun: EditableNoun
  readonly object: AnyShown
}

function ChangeFound({ noun, object }: ChangeProps) {
  const say = useText()
  const { history } = useRouter()
  // The text is that of the version which was opened; a change by somebody else in between is refused by the server.
  const [opened] = useState(object)
  const [text, setText] = useState(() => toYaml(withoutStatus(object)))
  const replace = useReplace(noun as Noun)
  const body = useNewestVersion(useBody(text), opened, object)
  return (
    <Editor
      noun={noun}
      title={keyOf(object)}
      text={text}
      setText={setText}
      review={{
        path: `/${noun}/${keyOf(object)}`,
        method: 'PUT',
        body,
        doText: say('common.save'),
        run: () => replace.mutate(body as AnyShown, { onSuccess: () => history.push(paths[noun]) }),
        isRunning: replace.isPending,
        isDone: replace.isSuccess,
        error: replace.error,
      }}
    />
  )
}

interface EditorProps {
  readonly noun: EditableNoun
  readonly title: string
  readonly text: string
  readonly setText: (text: string) => void
  readonly review: Omit<Parameters<typeof Review>[0], 'isBlocked'>
}

function Editor({ noun, title, text, setText, review }: EditorProps) {
  const say = useText()
  const isBroken = Object.keys(review.body).length === 0
  return (
    <>
      <PageHead title={title} parent={{ href: paths[noun], name: say(`nav.${noun}`) }} />
      <div className="columns install">
        <section className="card">
          <Suspense fallback={<LoadingView />}>
            <YamlEditor label={title} text={text} change={setText} />
          </Suspense>
        </section>
        <div className="stack sticky">
          {noun === 'profiles' ? <ProfileEffectCard body={review.body} /> : undefined}
          <Review {...review} isBlocked={isBroken} />
        </div>
      </div>
    </>
  )
}

/** The object that the text says; empty while it cannot be read. */
function useBody(text: string): object {
  return useMemo(() => {
    const value = readValuesText(text)
    return isPlainMap(value) ? value : {}
  }, [text])
}

/** The body with the version of the newest object, if nothing but the status changed since it was opened. */
function useNewestVersion(body: object, opened: AnyShown, newest: AnyShown): object {
  const { resourceVersion } = newest.metadata
  return useMemo(() => {
    const { metadata } = body as Partial<AnyShown>
    const isOpened = metadata?.resourceVersion === opened.metadata.resourceVersion
    if (!isOpened || writtenParts(opened) !== writtenParts(newest)) return body
    return { ...body, metadata: { ...metadata, resourceVersion } }
  }, [body, opened, newest, resourceVersion])
}

function writtenParts({ spec, metadata }: AnyShown): string {
  return JSON.stringify([spec, metadata.labels, metadata.annotations, metadata.deletionTimestamp])
}

function withoutStatus(object: AnyShown): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== 'status'))
}
