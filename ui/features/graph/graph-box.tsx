import { useRouter } from '@tanstack/react-router'
import { useLocale } from '../../components/locale.tsx'
import { paths } from '../../components/paths.ts'
import { boxHeight, boxWidth } from './layout.ts'
import { type Box, isGroupBox } from './shown-graph.ts'

interface Props {
  readonly box: Box
  readonly x: number
  readonly y: number
  readonly isCritical: boolean
  readonly isReadable: boolean
  readonly openGroup: (category: string) => void
}

const longestTitle = 22

/** One box: a link to its instance or plugin, or a way into the category that it stands for. */
export function GraphBox({ box, x, y, isCritical, isReadable, openGroup }: Props) {
  const { say } = useLocale()
  const { history } = useRouter()
  const { id, title, state, group, members } = box
  const isGroup = isGroupBox(id)
  const isPlugin = !isGroup && /^[^/ ]+\/[^/ ]+$/.test(id)
  const href = addressOf(box, isPlugin)
  const word = isPlugin || isGroup ? say(`state.${state}`) : say('graph.needed')
  const note = isGroup
    ? say('graph.group', { n: members.length })
    : [box.note, word].filter(Boolean).join(' · ')
  return (
    <g transform={`translate(${x} ${y})`}>
      <a
        href={href}
        className="box"
        data-state={state}
        data-critical={isCritical}
        data-group={isGroup}
        aria-label={isGroup ? `${title}: ${note}` : `${id} ${word}`}
        onClick={(event) => {
          event.preventDefault()
          if (isGroup) openGroup(group)
          else history.push(href)
        }}
      >
        {isGroup ? (
          <rect className="box-behind" x="5" y="5" width={boxWidth} height={boxHeight} rx="9" />
        ) : undefined}
        <rect className="box-face" width={boxWidth} height={boxHeight} rx="9" />
        <circle className="box-mark" cx="17" cy={boxHeight / 2} r={isReadable ? 5 : 12} />
        {isReadable ? (
          <>
            <title>{members.slice(0, 30).join('\n')}</title>
            <text x="33" y="21" className="box-title">
              {title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title}
            </text>
            <text x="33" y="37" className="box-note">
              {note}
            </text>
          </>
        ) : undefined}
      </a>
    </g>
  )
}

function addressOf({ id, isInstance }: Box, isPlugin: boolean): string {
  if (isInstance) return paths.instance(id)
  if (isPlugin) return paths.plugin(id)
  // An extension that something needs and that nobody has chosen yet.
  return /^[^/ ]+$/.test(id) ? paths.extension(id) : paths.plugins
}
