import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { helpFor } from '../../components/help-for.ts'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import type { Link, TracedProblem } from '../../components/root-cause.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { Notice } from '../../components/views.tsx'

const mostShown = 50

interface Props {
  readonly problems: readonly TracedProblem[]
  readonly hasAny: boolean
}

/** Everything that needs a person, each with the chain to its cause and the action that helps. */
export function ProblemList({ problems, hasAny }: Props) {
  const say = useText()
  return (
    <section className="card">
      <h2>{say('overview.problems')}</h2>
      {problems.length === 0 ? (
        <Notice
          icon="check"
          tone="good"
          title={say('overview.noProblems')}
          {...(hasAny ? { hint: say('overview.noProblemsHint') } : {})}
        />
      ) : (
        <ul className="problems">
          {problems.slice(0, mostShown).map((problem) => (
            <Problem key={problem.chain[0].kind + problem.chain[0].key} problem={problem} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Problem({ problem }: { readonly problem: TracedProblem }) {
  const say = useText()
  const { chain, cause } = problem
  const help = helpFor(problem)
  return (
    <li>
      <div className="row">
        <StatusBadge state={chain[0].state} />
        <ol className="chain" aria-label={say('problem.cause')}>
          {chain.map((link, at) => (
            <li key={link.kind + link.key}>
              {at === 0 ? undefined : <Icon name="arrow" size={11} />}
              <PageLink href={addressOf(link)}>{link.key}</PageLink>
              <em>{link.kind === 'plugin' ? say('detail.plugin') : say('nav.instances')}</em>
            </li>
          ))}
        </ol>
        <span className="quiet push">
          <TimeAgo time={cause.since} />
        </span>
      </div>
      <p className="break">
        <b className="mono">{cause.reason}</b> {cause.message}
      </p>
      <PageLink href={help.href} className="help">
        {say(help.text)}
      </PageLink>
    </li>
  )
}

function addressOf({ kind, key }: Link): string {
  return kind === 'instance' ? paths.instance(key) : paths.plugin(key)
}
