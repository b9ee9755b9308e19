import type { ConnectionTest } from '../../api/use-register.ts'
import { Icon } from '../../components/icon.tsx'
import { useLocale } from '../../components/locale.tsx'

/** Whether a cluster was reached, in words. */
export function ConnectionOutcome({ outcome }: { readonly outcome: ConnectionTest }) {
  const { say, span } = useLocale()
  const { reachable, version = '', nodes = 0, took, message = '' } = outcome
  return (
    <p className={reachable ? 'row good' : 'row bad'} role="status">
      <Icon name={reachable ? 'check' : 'alert'} size={15} />
      <span className="break">
        {reachable
          ? say('clusters.reached', { version, n: nodes, took: span(took) })
          : say('clusters.notReached', { message })}
      </span>
    </p>
  )
}
