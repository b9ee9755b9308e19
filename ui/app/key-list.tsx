import { Modal } from '@mantine/core'
import { useText } from '../components/locale.tsx'
import { administrationItems, platformItems } from './navigation-items.ts'

/** The keys that do something. */
export function KeyList({ close }: { readonly close: () => void }) {
  const say = useText()
  const rows = [
    [['?'], say('keys.help')],
    [['/'], say('keys.search')],
    [['↑', '↓'], say('keys.rows')],
    [['←', '→'], say('keys.tabs')],
    [['Esc'], say('keys.close')],
    ...[...platformItems, ...administrationItems].flatMap(({ name, letter }) =>
      letter === undefined
        ? []
        : [[['g', letter], say('keys.go', { where: say(`nav.${name}`) })] as const],
    ),
  ] as const
  return (
    <Modal
      opened
      onClose={close}
      title={say('keys.title')}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <dl className="keys">
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key, at) => (
                <kbd key={`${key}${at}`}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
