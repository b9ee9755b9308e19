import { PageLink } from '../components/page-link.tsx'
import { paths } from '../components/paths.ts'
import { useText } from '../components/locale.tsx'
import { Notice } from '../components/views.tsx'

export function NotFound() {
  const say = useText()
  return (
    <Notice icon="search" title={say('app.notFound')} hint={say('app.notFoundHint')} isWhole>
      <PageLink href={paths.overview}>{say('app.toOverview')}</PageLink>
    </Notice>
  )
}
