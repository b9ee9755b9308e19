import { useLocale } from './locale.tsx'

/** A moment as the time since then; the full date is one look away. */
export function TimeAgo({ time }: { readonly time: string | undefined }) {
  const { ago, moment } = useLocale()
  if (time === undefined || time === '') return '–'
  return (
    <time dateTime={time} title={moment(time)}>
      {ago(time)}
    </time>
  )
}
