import { useQuery } from '@tanstack/react-query'
import { Icon } from '../icon.tsx'
import { useText } from '../locale.tsx'
import { Loaded } from '../views.tsx'
import type { LineAnswer } from './answers.ts'
import type { EngineClient } from './engine-client.ts'

interface Props {
  readonly client: EngineClient
  readonly line: number
  readonly text: string
}

/** Why a rendered line is as it is: the template lines that wrote it, the values that decided it, and where each was set. */
export function LineReasons({ client, line, text }: Props) {
  const say = useText()
  const reasons = useQuery({
    queryKey: ['explain', line, text],
    queryFn: () => client.ask({ do: 'explain', line }),
    gcTime: 0,
  })
  return (
    <section className="reasons" aria-live="polite" aria-label={say('explain.why')}>
      <h3>
        {say('explain.why')} <code className="break">{text.trim()}</code>
      </h3>
      <Loaded from={reasons}>{(found) => <Reasons found={found} />}</Loaded>
    </section>
  )
}

function Reasons({ found }: { readonly found: LineAnswer }) {
  const say = useText()
  return (
    <div className="stack-small">
      {found.written.length === 0 ? (
        <p className="quiet">{say('explain.byHelm')}</p>
      ) : (
        <ul className="plain">
          {found.written.map((chain) => (
            <li key={chain.map(({ template, line }) => `${template}:${line}`).join()}>
              {chain.map(({ template, line, text }, at) => (
                <div key={`${template}:${line}`} className="reason">
                  {at === 0 ? undefined : <Icon name="arrow" size={11} />}
                  <span className="mono break">
                    {template}:{line}
                  </span>
                  <code className="break">{text}</code>
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      {found.values.length === 0 ? (
        <p className="quiet">{say('explain.noValue')}</p>
      ) : (
        <table className="layers">
          <thead>
            <tr>
              <th>{say('explain.value')}</th>
              <th>{say('explain.decides')}</th>
              <th>{say('explain.setBy')}</th>
            </tr>
          </thead>
          <tbody>
            {found.values.map(({ path, decides, setBy, line }) => (
              <tr key={path + decides}>
                <td>
                  <code className="break">{path}</code>
                </td>
                <td>{say(decides === 'value' ? 'explain.value' : 'explain.presence')}</td>
                <td className="break">{placeText(say, setBy, line)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function placeText(
  say: ReturnType<typeof useText>,
  setBy: string,
  line: number | undefined,
): string {
  if (setBy === '') return say('explain.nowhere')
  const name = setBy === 'mine' ? say('layer.mine') : setBy
  return line === undefined ? name : say('explain.line', { name, line })
}
