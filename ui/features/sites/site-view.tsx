import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { SiteDetail } from '../../../src/server/contract.ts'
import { useCarryOn, useSite, useSiteProgress } from '../../api/use-sites.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { ErrorView, Loaded } from '../../components/views.tsx'
import { SiteBadge } from './site-badge.tsx'
import { SiteBar } from './site-bar.tsx'
import { SiteSteps } from './site-steps.tsx'

/** One installation: how far it is, its steps, the conditions of its cluster, and what its installer says. */
export function SiteView() {
  const { site = '' } = useParams({ strict: false }) as { readonly site?: string }
  const found = useSite(site)
  return <Loaded from={found}>{(one) => <Shown site={one} />}</Loaded>
}

function Shown({ site }: { readonly site: SiteDetail }) {
  const say = useText()
  const carryOn = useCarryOn(site.name)
  return (
    <>
      <PageHead
        title={site.name}
        parent={{ href: paths.sites, name: say('sites.title') }}
        badge={<SiteBadge state={site.progress} />}
        lead={site.at === '' ? site.message : `${site.at}: ${site.message}`}
        actions={<Actions site={site} {...carryOn} />}
      />
      {carryOn.error === null ? undefined : <ErrorView error={carryOn.error} />}
      <section className="card section">
        <SiteBar site={site} />
      </section>
      <SiteLog name={site.name} />
      {site.operations.map(({ operation, conditions }) => (
        <SiteSteps
          key={operation}
          title={say('sites.operation', { operation })}
          steps={conditions}
        />
      ))}
      <SiteSteps title={say('sites.steps')} steps={site.steps} />
    </>
  )
}

interface ActionProps {
  readonly site: SiteDetail
  readonly mutate: (verb: 'install' | 'retry') => void
  readonly isPending: boolean
}

function Actions({ site: { progress }, mutate, isPending }: ActionProps) {
  const say = useText()
  const isAtWork = progress === 'Doing' || progress === 'Retrying'
  const common = { loading: isPending, disabled: isAtWork }
  return progress === 'Failed' ? (
    <Button {...common} onClick={() => mutate('retry')}>
      {say('sites.retry')}
    </Button>
  ) : (
    <Button {...common} onClick={() => mutate('install')}>
      {say(progress === 'Success' ? 'sites.installAgain' : 'sites.install')}
    </Button>
  )
}

function SiteLog({ name }: { readonly name: string }) {
  const say = useText()
  const lines = useSiteProgress(name).data?.log ?? []
  if (lines.length === 0) return undefined
  return (
    <section className="card section">
      <h2>{say('sites.log')}</h2>
      <pre className="site-log" role="log" aria-label={say('sites.log')} tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </section>
  )
}
