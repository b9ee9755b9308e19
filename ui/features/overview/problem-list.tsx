import { CauseChain } from '../../components/cause-chain.tsx'
import { helpFor } from '../../components/help-for.ts'
import { Icon } from '../../components/icon.tsx'
import { useLocale } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { readCauses } from '../../components/read-causes.ts'
import type { Link, TracedProblem } from '../../components/root-cause.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { Notice } from '../../components/views.tsx'

const mostShown = 50

/** Everything that needs a person, each with the chain to its cause and the action that helps. */
export function ProblemList({ problems }: { readonly problems: readonly TracedProblem[] }) {
  const { say, number } = useLocale()
  const left = problems.length - mostShown
  return (
    <section className="card">
      <h2>
        {say('overview.problems')}
        {problems.length === 0 ? undefined : (
          <span className="count">{number(problems.length)}</span>
        )}
      </h2>
      {problems.length === 0 ? (
        <Notice
          icon="check"
          tone="good"
          title={say('overview.noProblems')}
          hint={say('overview.noProblemsHint')}
        />
      ) : (
        <ul className="problems">
          {problems.slice(0, mostShown).map((problem) => (
            <Problem key={problem.chain[0].kind + problem.chain[0].key} problem={problem} />
          ))}
        </ul>
      )}
      {left > 0 ? <p className="quiet">{say('overview.more', { n: number(left) })}</p> : undefined}
    </section>
  )
}

function Problem({ problem }: { readonly problem: TracedProblem }) {
  const { say } = useLocale()
  const { chain, cause } = problem
  const help = helpFor(problem)
  const steps = readCauses(cause.message)
  return (
    <li data-state={chain[0].state}>
      <div className="row">
        <ol className="chain" aria-label={say('problem.way')}>
          {chain.filter(isNews).map((link, at) => (
            <li key={link.kind + link.key}>
              {at === 0 ? undefined : <Icon name="arrow" size={11} />}
              <PageLink href={addressOf(link)}>{link.key}</PageLink>
              <em>{say(words[link.kind])}</em>
            </li>
          ))}
        </ol>
        <span className="push problem-state">
          <span className="quiet">
            <TimeAgo time={cause.since} />
          </span>
          <StatusBadge state={chain[0].state} />
        </span>
      </div>
      {steps.length > 0 ? (
        <CauseChain steps={steps} />
      ) : (
        <p className="break">
          <span className="cause-reason">{cause.reason}</span> {cause.message}
        </p>
      )}
      <PageLink href={help.href} className="help">
        {say(help.text)}
        <Icon name="arrow" size={12} />
      </PageLink>
    </li>
  )
}

/** The plugin that an instance wrote has its name, and saying it twice helps nobody. */
function isNews(link: Link, at: number, chain: readonly Link[]): boolean {
  return at !== 1 || chain[0]?.key !== link.key
}

const words = {
  instance: 'common.instance',
  plugin: 'detail.plugin',
  cluster: 'common.cluster',
  repository: 'common.repository',
} as const

function addressOf({ kind, key }: Link): string {
  if (kind === 'repository') return paths.edit('repositories', key)
  return paths[kind](key)
}
