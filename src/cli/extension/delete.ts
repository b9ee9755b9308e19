import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { isKubeError } from '../../kube/errors.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import { type LeftBehind, deleteVerb } from '../kind/delete-verb.ts'
import type { OpenCluster } from '../options/cluster-options.ts'
import { extensionView } from './extension-view.ts'

const mostNamed = 5

export const { command, parse, run, complete } = deleteVerb(extensionView, {
  orphans: 'cannot',
  refusals: 'never',
  leavesBehind: instancesOf,
})

/** The instances that stay without their extension. */
async function instancesOf(
  name: string,
  { client }: OpenCluster,
  signal: AbortSignal,
): Promise<LeftBehind | undefined> {
  const selection = { resource: resourceOf(extensionInstanceKind) }
  const objects = await listObjects(client, selection, {}, signal).then(
    (list) => list.objects,
    (error: unknown) => {
      // Somebody who may delete an extension but not see instances learns nothing of them.
      if (!isKubeError(error, 'forbidden')) throw error
      return []
    },
  )
  const users = objects.filter((one) => textAt(one, ['spec', 'extension']) === name)
  if (users.length === 0) return undefined
  const shown = users.slice(0, mostNamed).map((one) => `${namespaceOf(one)}/${nameOf(one)}`)
  const more = users.length > mostNamed ? `, and ${users.length - mostNamed} more` : ''
  const who = `${shown.join(', ')}${more}`
  const verb = users.length === 1 ? 'keeps its release' : 'keep their releases'
  return {
    notice: `warning: ${who} ${verb}, and cannot be changed or upgraded until there is an extension ${name} again`,
  }
}
