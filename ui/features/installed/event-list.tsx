import type { Noun } from '../../api/shown-kinds.ts'
import { useEvents } from '../../api/use-release.ts'
import { useText } from '../../components/locale.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { Loaded } from '../../components/views.tsx'

/** The events about an object, the newest first. */
export function EventList({ noun, name }: { readonly noun: Noun; readonly name: string }) {
  const say = useText()
  const events = useEvents(noun, name)
  return (
    <section className="card">
      <h2>{say('detail.events')}</h2>
      <Loaded from={events}>
        {(list) =>
          list.length === 0 ? (
            <p className="quiet">{say('detail.noEvents')}</p>
          ) : (
            <ul className="plain conditions">
              {list.map(({ reason, message, type, lastSeen, count }) => (
                <li key={reason + lastSeen + message}>
                  <b className={type === 'Warning' ? 'bad' : undefined}>{reason}</b>
                  {count > 1 ? <span className="quiet"> ×{count}</span> : undefined}
                  <span className="quiet push">
                    <TimeAgo time={lastSeen} />
                  </span>
                  <p className="quiet break">{message}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
