import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useReplace } from '../../api/use-change.ts'
import { useOne } from '../../api/use-kind.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { toYaml } from '../../components/to-yaml.ts'
import { Loaded } from '../../components/views.tsx'
import { Review } from './review.tsx'
import { SettingsEditor } from './settings-editor.tsx'
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
  const replace = useReplace('instances')
  const isChanged = text !== textOf(instance) || version !== (instance.spec.version ?? '')
  const next = changed(instance, text, version)
  const save = () =>
    replace.mutate(next, { onSuccess: () => history.push(`${paths.instance(key)}?tab=objects`) })
  const { status: _, ...body } = next
  return (
    <>
      <PageHead
        title={say('install.editTitle', { name: instance.metadata.name })}
        parent={{ href: paths.instance(key), name: key }}
      />
      <div className="columns install">
        <div className="stack">
          <VersionField {...{ extension, version, setVersion }} />
          <SettingsEditor {...{ extension, text, setText }} />
        </div>
        <div className="stack sticky">
          <Review
            path={`/instances/${key}`}
            method="PUT"
            body={body}
            doText={say('install.doEdit')}
            run={save}
            isRunning={replace.isPending}
            error={replace.error}
            isBlocked={!isChanged}
          />
        </div>
      </div>
    </>
  )
}

function textOf({ spec }: Nouns['instances']): string {
  if (spec.parametersText !== undefined) return spec.parametersText
  return spec.parameters === undefined ? '' : toYaml(spec.parameters)
}

/** The instance with another text and version. What was written as an object becomes text once it is changed. */
function changed(instance: Nouns['instances'], text: string, version: string): Nouns['instances'] {
  const { parameters, parametersText, version: _, ...spec } = instance.spec
  const old = {
    ...(parameters === undefined ? {} : { parameters }),
    ...(parametersText === undefined ? {} : { parametersText }),
  }
  const isSame = text === textOf(instance)
  return {
    ...instance,
    spec: {
      ...spec,
      ...(isSame ? old : text.trim() === '' ? {} : { parametersText: text }),
      ...(version === '' ? {} : { version }),
    },
  }
}
