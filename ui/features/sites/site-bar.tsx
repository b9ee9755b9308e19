import type { Site } from '../../../src/server/contract.ts'
import { useLocale } from '../../components/locale.tsx'

/** The share of the time of an installation that is over, and how long the rest takes by earlier runs. */
export function SiteBar({ site }: { readonly site: Site }) {
  const { say, span, number } = useLocale()
  const { percent, secondsLeft, done, total, progress, name } = site
  const isAtWork = progress === 'Doing' || progress === 'Retrying'
  const left =
    isAtWork && secondsLeft > 0 ? ` · ${say('sites.left', { time: span(secondsLeft * 1000) })}` : ''
  return (
    <div>
      <progress
        className="site-bar"
        data-site={progress}
        aria-label={`${say('sites.progress')}: ${name}`}
        max={100}
        value={percent}
      />
      <p className="quiet">
        {number(percent)} % · {say('sites.count', { done, total })}
        {left}
      </p>
    </div>
  )
}
