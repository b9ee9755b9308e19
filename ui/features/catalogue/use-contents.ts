import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { usePreview } from '../../api/use-preview.ts'
import { useScope } from '../../api/scope.ts'
import { denied } from '../../api/denied.ts'
import { useRights } from '../../api/use-rights.ts'
import type { ChartContents } from '../../components/engine/chart-contents.ts'
import { type OpenEngine, useEngine } from '../../components/engine/use-engine.ts'

/** The contents of the chart of an extension in a version as it renders with its own values; its chart once that is open. */
export function useContents(
  extension: string,
  version: string,
): { readonly contents: UseQueryResult<ChartContents>; readonly engine: OpenEngine | undefined } {
  const scope = useScope()
  const namespace = scope === '' ? 'default' : scope
  const rights = useRights(namespace)
  const missing = rights.missing({ verb: 'create', resource: 'extensioninstances' })
  const object = {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'ExtensionInstance',
    metadata: { namespace, name: extension },
    spec: { extension, ...(version === '' ? {} : { version }) },
  }
  const preview = usePreview(rights.isPending || missing !== undefined ? undefined : object)
  const engine = useEngine(preview.data)
  const found = useQuery({
    queryKey: ['contents', extension, version, scope, engine?.facts.version],
    queryFn: () => {
      if (engine === undefined) throw new Error('the chart is not open')
      return engine.client.ask({ do: 'contents', text: '' })
    },
    enabled: engine !== undefined,
    gcTime: 0,
    retry: false,
  })
  const error = missing === undefined ? preview.error : denied(missing)
  const contents = error === null ? found : { ...found, error }
  return { contents: contents as UseQueryResult<ChartContents>, engine }
}
