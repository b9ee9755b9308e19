import type { KubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { textAt } from '../../objects/kube-object.ts'
import { type Journal, createJournal } from './journal.ts'

const fieldManager = 'outrigger-machines'

/** Where the journal of a cluster is. */
export interface SecretPlace {
  readonly namespace: string
  readonly name: string
}

/** The journal in a Secret: whoever leads next goes on with it. */
export function secretJournal(client: KubeClient, place: SecretPlace): Journal {
  const target = { resource: secrets, ...place }
  return createJournal({
    read: async (part) => {
      const found = await getObject(client, target, {}, new AbortController().signal)
      const text = textAt(found, ['data', part])
      return text === '' ? undefined : JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    },
    save: async (part, content, signal) => {
      const data = { [part]: Buffer.from(JSON.stringify(content)).toString('base64') }
      const labels = { 'app.kubernetes.io/part-of': 'outrigger' }
      const body = { apiVersion: 'v1', kind: 'Secret', metadata: { ...place, labels }, data }
      // A manager for each part, so that one does not take the other away.
      const how = { force: true, fieldManager: `${fieldManager}-${part}` }
      await applyObject(client, secrets, body, how, signal)
    },
  })
}
