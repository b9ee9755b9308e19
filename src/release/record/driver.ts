import type { ApiResource } from '../../kube/api-resource.ts'
import { configMaps, secrets } from '../../kube/objects/core-resources.ts'
import { ReleaseError } from '../errors.ts'

/** The kind of object that holds records. */
export type Driver = 'secret' | 'configmap'

/** Reads what users of Helm put into HELM_DRIVER. */
export function readDriver(text: string | undefined): Driver {
  switch (text ?? '') {
    case '':
    case 'secret':
    case 'secrets':
      return 'secret'
    case 'configmap':
    case 'configmaps':
      return 'configmap'
    default: {
      const found = `cannot use the storage driver ${JSON.stringify(text)}`
      throw new ReleaseError('bad-driver', `${found}: releases are kept in Secrets or ConfigMaps`)
    }
  }
}

/** The resource that a driver writes. */
export function resourceOf(driver: Driver): ApiResource {
  return driver === 'secret' ? secrets : configMaps
}
