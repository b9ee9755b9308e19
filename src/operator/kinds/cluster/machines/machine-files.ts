import { getObject } from '../../../../kube/objects/get-object.ts'
import { type FileSource, folderFiles } from '../../../../site/cluster/folder-files.ts'
import { SiteError } from '../../../../site/errors.ts'
import { resourceOf } from '../../../pass/watched-objects.ts'
import { dataOf } from '../../../values/read-values-from.ts'
import type { MachineContext } from './machine-context.ts'

const plainMode = '0644'
const secretMode = '0600'

/** Files of a Cluster: a key of a ConfigMap or Secret of the platform, or a file of the package. */
export function machineFiles(context: MachineContext, staged: string | undefined): FileSource {
  return async (entry, signal) => {
    const [, kind, name = '', key = ''] =
      /^(configmap|secret)\/([^/]+)\/([^/]+)$/.exec(entry.src) ?? []
    if (kind === undefined) {
      if (staged !== undefined) return await folderFiles(staged)(entry, signal)
      const wanted = 'wanted configmap/NAME/KEY or secret/NAME/KEY'
      throw new SiteError('bad-site', `features.files: ${wanted}, found ${entry.src}`)
    }
    const { client, platformNamespace: namespace } = context
    const resource = resourceOf(kind === 'secret' ? 'Secret' : 'ConfigMap')
    const found = await getObject(client, { resource, namespace, name }, {}, signal)
    const text = found === undefined ? undefined : dataOf(found)[key]
    if (text === undefined) {
      const where = `${resource.kind} ${namespace}/${name}`
      throw new SiteError('not-ready', `features.files: ${where} has no key ${key}`)
    }
    const mode = entry.mode ?? (kind === 'secret' ? secretMode : plainMode)
    return [{ content: () => Buffer.from(text), path: entry.dst, mode }]
  }
}
