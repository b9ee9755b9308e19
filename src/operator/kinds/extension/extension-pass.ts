import { type Extension, extensionKind } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import { eventOfStatus } from '../../pass/event-of-status.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { checkExtension } from '../../sources/check-extension.ts'
import { type SeenExtension, statusOf } from './status.ts'

export interface ExtensionStores {
  readonly extensions: KindStore<Extension>
  /** Indexed by `extension`. */
  readonly instances: KindStore<ExtensionInstance>
}

/** A pass over an Extension only tells: whether it can be used, and who uses it. */
export function extensionPass({
  extensions,
  instances,
}: ExtensionStores): KindPass<Extension, SeenExtension, undefined, undefined> {
  return {
    definition: extensionKind,
    store: extensions,
    unreadable: { Ready: 'False', Valid: 'False', Stalled: 'True' },
    forget: () => {},
    observe: async (extension) => ({
      extension,
      problems: checkExtension(extension, (name) => extensions.value(name)),
      instances: instances.by('extension', extension.metadata.name),
    }),
    decide: () => undefined,
    act: async () => undefined,
    report: ({ object, seen }) => {
      const status = statusOf(seen)
      const event = eventOfStatus(object, status.findings, 'message')
      return { status, event, next: { do: 'rest' } }
    },
  }
}
