import type { CommandEntry, Verb } from '../verb.ts'
import type { Change } from './change-verb.ts'
import type { DeleteChoices } from './delete-verb.ts'
import type { KindView } from './kind-view.ts'

/** A kind in the words of the command line. */
export interface KindNoun {
  /** The word that a user types, `extension`. */
  readonly noun: string
  /** `an extension` */
  readonly one: string
  readonly many: string
  readonly loadView: () => Promise<KindView>
}

/** The entries of verbs that kinds share. A verb and the view of its kind are loaded when the verb is chosen. */
export function kindCommands({ noun, one, many, loadView }: KindNoun) {
  const entry = (
    verb: string,
    summary: string,
    load: (view: KindView) => Promise<Verb>,
  ): CommandEntry => ({
    path: `${noun} ${verb}`,
    summary,
    load: async () => await load(await loadView()),
  })
  return {
    list: entry('list', `list ${many} and how they stand`, async (view) => {
      const { listVerb } = await import('./list-verb.ts')
      return listVerb(view, 'all')
    }),
    get: entry('get', `print ${many}, also as JSON or YAML`, async (view) => {
      const { listVerb } = await import('./list-verb.ts')
      return listVerb(view, 'named')
    }),
    describe: entry('describe', `say how ${one} stands, why, and what to do`, async (view) => {
      const { describeVerb } = await import('./describe-verb.ts')
      return describeVerb(view)
    }),
    edit: entry('edit', `change ${one} in an editor`, async (view) => {
      const { editVerb } = await import('./edit-verb.ts')
      return editVerb(view)
    }),
    wait: entry('wait', `wait until ${many} are ready, or gone`, async (view) => {
      const { waitVerb } = await import('./wait-verb.ts')
      return waitVerb(view)
    }),
    events: entry('events', `print the events of ${many}`, async (view) => {
      const { eventsVerb } = await import('./events-verb.ts')
      return eventsVerb(view)
    }),
    history: entry('history', `list the revisions of ${one}`, async (view) => {
      const { historyVerb } = await import('./history-verb.ts')
      return historyVerb(view)
    }),
    /** `enable`, `disable` or `retry`. */
    change: (change: Change & { readonly summary: string }) =>
      entry(change.verb, change.summary, async (view) => {
        const { changeVerb } = await import('./change-verb.ts')
        return changeVerb(view, change)
      }),
    delete: (summary: string, choices: DeleteChoices) =>
      entry('delete', summary, async (view) => {
        const { deleteVerb } = await import('./delete-verb.ts')
        return deleteVerb(view, choices)
      }),
  }
}
