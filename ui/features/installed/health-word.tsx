import { useText } from '../../components/locale.tsx'
import type { Health } from './object-groups.ts'

interface Props {
  readonly health: Health
  /** The word of kstatus, for people who know it. */
  readonly status: string
}

/** How an object is, in a word. */
export function HealthWord({ health, status }: Props) {
  const say = useText()
  return (
    <span className="health-word" data-health={health} title={status}>
      {status === 'NotFound' ? say('objects.gone') : say(`state.${health}`)}
    </span>
  )
}
