import { useLocale } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'

interface Props {
  readonly href: string
  readonly value: number
  readonly text: string
  readonly tone?: 'none' | 'good' | 'bad' | 'busy'
}

/** A number that leads to the list behind it. */
export function Tile({ href, value, text, tone = 'none' }: Props) {
  const { number } = useLocale()
  return (
    <div className="tile-frame" data-tone={value === 0 ? 'none' : tone}>
      <PageLink href={href} className="tile">
        <b>{number(value)}</b>
        <span>{text}</span>
      </PageLink>
    </div>
  )
}
