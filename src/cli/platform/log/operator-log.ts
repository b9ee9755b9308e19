import type { ToldEvent } from '../../../controller/events/event-recorder.ts'
import { nameOf, namespaceOf, textAt } from '../../../objects/kube-object.ts'
import type { OperatorObserver } from '../../../operator/run-operator.ts'
import type { Log } from '../../../std/log.ts'

/** The observer that writes to a log: one line for each event and for each pass that fails. */
export function logOperator(log: Log): Required<Omit<OperatorObserver, 'leading'>> {
  return {
    lost: (why) => log('warn', 'leadership lost', { error: textOf(why) }),
    troubled: (why) => log('warn', 'trouble', { error: textOf(why) }),
    told: (event) =>
      log(event.facts.type === 'Warning' ? 'warn' : 'info', 'event', fieldsOf(event)),
    passed: ({ controller, key, id, milliseconds, error, failed, failures }) => {
      const about = {
        kind: controller,
        object: key,
        pass: id,
        milliseconds: Math.round(milliseconds),
      }
      if (error === undefined) log('debug', 'pass ended', { ...about, reason: failed })
      else log('warn', 'pass failed', { ...about, error: textOf(error), failures })
    },
  }
}

/** The observer without a log: it reports only trouble. */
export function tellTrouble(troubled: (error: unknown) => void): ReturnType<typeof logOperator> {
  return {
    lost: troubled,
    troubled,
    told: () => {},
    passed: ({ error }) => (error === undefined ? undefined : troubled(error)),
  }
}

function fieldsOf({ object, facts, passId }: ToldEvent) {
  const namespace = namespaceOf(object)
  const name = nameOf(object)
  return {
    kind: object.kind.toLowerCase(),
    object: namespace === '' ? name : `${namespace}/${name}`,
    cluster: textAt(object, ['spec', 'cluster']),
    pass: passId,
    reason: facts.reason,
    note: facts.note,
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
