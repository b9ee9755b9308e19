import { useParams, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useScope } from '../../api/scope.ts'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useChange } from '../../api/use-change.ts'
import { useKind, useOne } from '../../api/use-kind.ts'
import { useRights } from '../../api/use-rights.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { faultOf } from '../../components/values-text/edit-values-text.ts'
import { Loaded } from '../../components/views.tsx'
import { Dependencies } from './dependencies.tsx'
import { PlanCard } from './plan-card.tsx'
import { refusedSettings } from './refused-settings.ts'
import { Review } from './review.tsx'
import { SettingsEditor } from './settings-editor.tsx'
import { type Target, TargetFields, isName } from './target-fields.tsx'
import { useRenderedSettings } from './use-rendered-settings.ts'

/** Chooses where an extension goes and how it is set, shows what would be written, and installs it. */
export function InstallView() {
  const { extension = '' } = useParams({ strict: false }) as { readonly extension?: string }
  const found = useOne('extensions', extension)
  return <Loaded from={found}>{(one) => <Install extension={one} />}</Loaded>
}

function Install({ extension }: { readonly extension: Nouns['extensions'] }) {
  const say = useText()
  const { history } = useRouter()
  const { name } = extension.metadata
  const title = extension.spec.displayName ?? name
  const scope = useScope()
  const instances = useKind('instances').data ?? []
  const [target, setTarget] = useState<Target>(() => ({
    name: freeName(name, instances),
    namespace: scope === '' ? 'default' : scope,
    cluster: '',
    version: '',
    upgrade: 'auto',
    dependencies: 'wait',
  }))
  const [text, setText] = useState('')
  const key = `${target.namespace}/${target.name}`
  const change = useChange('instances', key)
  const isTaken = instances.some((one) => keyOf(one) === key)
  const isBlocked = isTaken || !isName(target.name) || !isName(target.namespace)
  const body = instanceOf(name, target, text)
  const rights = useRights(isBlocked ? '' : target.namespace)
  const missing = rights.missing({ verb: 'create', resource: 'extensioninstances' })
  const isAsked = !isBlocked && !rights.isPending && missing === undefined
  const rendered = useRenderedSettings(isAsked ? instanceOf(name, target, '') : undefined, text)
  // Once it is on its way, nothing more is asked about it.
  const isWritten = change.isPending || change.isSuccess
  const refused = useMemo(() => refusedSettings(extension, { spec: {} }, text), [extension, text])
  const sent = { spec: body.spec }
  const install = () =>
    change.mutate(
      { word: 'install', body: sent },
      { onSuccess: ({ id }) => history.push(`${paths.instance(key)}?tab=objects&run=${id}`) },
    )
  return (
    <>
      <PageHead
        title={say('install.title', { name: title })}
        parent={{ href: paths.extension(name), name: title }}
      />
      <div className="columns install">
        <div className="stack">
          <TargetFields {...{ extension, target, setTarget, isTaken }} />
          <SettingsEditor {...{ extension, text, setText, rendered }} />
        </div>
        <div className="stack sticky">
          <Dependencies {...{ extension, target, setTarget }} />
          <PlanCard
            {...{ body, text, rendered, refused, isBlocked: isBlocked || isWritten }}
            missing={isBlocked ? undefined : missing}
          />
          <Review
            path={`/instances/${key}/install`}
            method="POST"
            body={body}
            sent={sent}
            doText={say('install.do')}
            run={install}
            isRunning={change.isPending}
            isDone={change.isSuccess}
            error={change.error}
            missing={isBlocked ? undefined : missing}
            isBlocked={isBlocked || refused.length > 0 || faultOf(text) !== undefined}
          />
        </div>
      </div>
    </>
  )
}

function instanceOf(extension: string, target: Target, text: string) {
  const { name, namespace, cluster, version, upgrade, dependencies } = target
  return {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'ExtensionInstance',
    metadata: { name, namespace },
    spec: {
      extension,
      ...(cluster === '' ? {} : { cluster }),
      ...(version === '' ? {} : { version }),
      ...(upgrade === 'auto' ? {} : { upgrade }),
      ...(dependencies === 'wait' ? {} : { dependencies }),
      ...(text.trim() === '' ? {} : { parametersText: text }),
    },
  }
}

/** The name of the extension, with a number where it is taken. */
function freeName(name: string, instances: readonly Nouns['instances'][]): string {
  const taken = new Set(instances.map(({ metadata }) => metadata.name))
  let at = 1
  while (taken.has(at === 1 ? name : `${name}-${at}`)) at++
  return at === 1 ? name : `${name}-${at}`
}
