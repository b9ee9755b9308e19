import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api-context.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { CodeText } from '../../components/code-text.tsx'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import type { MissingRight } from '../../components/right-in-words.ts'
import { toYaml } from '../../components/to-yaml.ts'
import { ErrorView } from '../../components/views.tsx'

/** Milliseconds of rest after a key before the server is asked. */
const restTime = 250

interface Props {
  readonly path: string
  readonly method: 'POST' | 'PUT'
  /** The object that is shown. */
  readonly body: object
  /** The part of it that is sent; all of it unless given. */
  readonly sent?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly doText: string
  readonly run: () => void
  readonly isRunning: boolean
  /** Whether it was written: then there is nothing left to try. */
  readonly isDone: boolean
  readonly error: Error | null
  readonly isBlocked: boolean
  /** The right to write it, where the reader has it not. */
  readonly missing?: MissingRight | undefined
}

/** The object that would be written, with what the server says to it, and the button that writes it. */
export function Review(props: Props) {
  const { path, method, body, sent = body, headers = {}, doText, run, error, isBlocked } = props
  const { isRunning, isDone, missing } = props
  const say = useText()
  const api = useApi()
  const written = JSON.stringify(sent)
  const [settled] = useDebouncedValue(written, restTime)
  // Only the newest text is tried: the one before the last key may not even be YAML.
  const isChecked =
    settled === written && !isBlocked && !isRunning && !isDone && missing === undefined
  const check = useQuery({
    queryKey: ['dry-run', method, path, settled, headers],
    queryFn: ({ signal }) =>
      api.request(path, {
        method,
        headers,
        body: JSON.parse(settled) as object,
        query: { dryRun: true },
        signal,
      }),
    enabled: isChecked,
    retry: false,
    gcTime: 0,
  })
  return (
    <section className="card stack-small">
      <h2>{say('install.review')}</h2>
      <p className="quiet">{say('install.nothingWritten')}</p>
      <details>
        <summary>{say('install.willWrite')}</summary>
        <CodeText label={say('install.willWrite')} text={toYaml(body)} />
      </details>
      {isChecked && check.isPending ? <p className="quiet">{say('plan.confirming')}</p> : undefined}
      {isChecked && check.isSuccess ? (
        <p className="row good">
          <Icon name="check" size={15} />
          {say('install.checked')}
        </p>
      ) : undefined}
      {isChecked && check.error !== null ? (
        <p className="bad break" role="alert">
          <b>{say('install.refused')}</b> {check.error.message}
        </p>
      ) : undefined}
      {error === null ? undefined : <ErrorView error={error} />}
      <ActionButton
        fullWidth
        missing={missing}
        onClick={run}
        loading={isRunning}
        disabled={isBlocked || (isChecked && check.error !== null)}
      >
        {doText}
      </ActionButton>
    </section>
  )
}
