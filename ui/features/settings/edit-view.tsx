import { useParams, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { ifGeneration, useChange } from '../../api/use-change.ts'
import { useOne } from '../../api/use-kind.ts'
import { useRights } from '../../api/use-rights.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { toYaml } from '../../components/to-yaml.ts'
import { faultOf } from '../../components/values-text/edit-values-text.ts'
import { Loaded } from '../../components/views.tsx'
import { PlanCard } from './plan-card.tsx'
import { refusedSettings } from './refused-settings.ts'
import { Review } from './review.tsx'
import { SettingsEditor } from './settings-editor.tsx'
import { useRenderedSettings } from './use-rendered-settings.ts'
import { VersionField } from './version-field.tsx'

/** Changes the settings and the version of an instance. */
export function EditView() {
  const { namespace, name } = useParams({ strict: false })
  const instance = useOne('instances', `${namespace ?? ''}/${name ?? ''}`)
  return <Loaded from={instance}>{(found) => <WithExtension instance={found} />}</Loaded>
}

function WithExtension({ instance }: { readonly instance: Nouns['instances'] }) {
  const extension = useOne('extensions', instance.spec.extension)
  return <Loaded from={extension}>{(found) => <Edit {...{ instance, extension: found }} />}</Loaded>
}

interface EditProps {
  readonly instance: Nouns['instances']
  readonly extension: Nouns['extensions']
}

function Edit({ instance, extension }: EditProps) {
  const say = useText()
  const { history } = useRouter()
  const key = keyOf(instance)
  const [text, setText] = useState(() => textOf(instance))
  const [version, setVersion] = useState(instance.spec.version ?? '')
  // The operator writes the status at any moment; only another spec than the one that was opened is a lost update.
  const [generation] = useState(instance.metadata.generation)
  const change = useChange('instances', key)
  const rights = useRights(instance.metadata.namespace ?? '')
  const isChanged = text !== textOf(instance) || version !== (instance.spec.version ?? '')
  const spec = changedFields(instance, text, version)
  const body = changed(instance, spec)
  const missing = rights.missing({ verb: 'patch', resource: 'extensioninstances' })
  const isAsked = !rights.isPending && missing === undefined
  const rendered = useRenderedSettings(
    isAsked ? withoutSettings(instance, version) : undefined,
    text,
  )
  const refused = useMemo(
    () => refusedSettings(extension, instance, text),
    [extension, instance, text],
  )
  const save = () =>
    change.mutate(
      { word: 'upgrade', body: { spec }, generation },
      { onSuccess: ({ id }) => history.push(`${paths.instance(key)}?tab=objects&run=${id}`) },
    )
  return (
    <>
      <PageHead
        title={say('install.editTitle', { name: instance.metadata.name })}
        parent={{ href: paths.instance(key), name: key }}
      />
      <div className="columns install">
        <div className="stack">
          <VersionField {...{ extension, version, setVersion }} />
          <SettingsEditor
            {...{ extension, text, setText, rendered }}
            installed={
              instance.status?.version === undefined
                ? undefined
                : withoutSettings(instance, instance.status.version)
            }
          />
        </div>
        <div className="stack sticky">
          <PlanCard
            {...{ body, text, rendered, refused, isBlocked: change.isPending || change.isSuccess }}
            missing={missing}
          />
          <Review
            path={`/instances/${key}/upgrade`}
            method="POST"
            body={body}
            sent={{ spec }}
            headers={ifGeneration(generation)}
            doText={say('install.doEdit')}
            run={save}
            isRunning={change.isPending}
            isDone={change.isSuccess}
            error={change.error}
            missing={missing}
            isBlocked={!isChanged || refused.length > 0 || faultOf(text) !== undefined}
          />
        </div>
      </div>
    </>
  )
}

/** The instance in a version, without what the page renders itself and without what changes by itself. */
function withoutSettings(
  { apiVersion, kind, metadata, spec }: Nouns['instances'],
  version: string,
) {
  const { namespace, name } = metadata
  const { parameters: _, parametersText: _text, version: _version, ...rest } = spec
  const wanted = version === '' ? {} : { version }
  return { apiVersion, kind, metadata: { namespace, name }, spec: { ...rest, ...wanted } }
}

function textOf({ spec }: Nouns['instances']): string {
  if (spec.parametersText !== undefined) return spec.parametersText
  return spec.parameters === undefined ? '' : toYaml(spec.parameters)
}

type Fields = Readonly<
  Record<'parameters' | 'parametersText' | 'version', string | null | undefined>
>

/** The fields that change; null takes one away. Values that were an object become text once they are changed. */
function changedFields(
  { spec, ...rest }: Nouns['instances'],
  text: string,
  version: string,
): Partial<Fields> {
  const isSameText = text === textOf({ spec, ...rest })
  return {
    ...(isSameText ? {} : { parametersText: text.trim() === '' ? null : text }),
    ...(isSameText || spec.parameters === undefined ? {} : { parameters: null }),
    ...(version === (spec.version ?? '') ? {} : { version: version === '' ? null : version }),
  }
}

/** The instance as it would be, for people to read. */
function changed(given: Nouns['instances'], fields: Partial<Fields>): object {
  const { status: _, ...instance } = given
  const all = Object.entries({ ...instance.spec, ...fields })
  return { ...instance, spec: Object.fromEntries(all.filter(([, value]) => value !== null)) }
}
