import { Menu, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '../../src/server/contract.ts'
import { useApi } from '../api/api-context.ts'
import { Icon } from '../components/icon.tsx'
import { useLocale } from '../components/locale.tsx'

const schemes = [
  ['light', 'app.themeLight'],
  ['dark', 'app.themeDark'],
  ['auto', 'app.themeAuto'],
] as const

const languages = [
  ['en', 'English'],
  ['zh', '中文'],
] as const

interface Props {
  readonly me: Me
  readonly showKeys: () => void
}

/** The reader: language, theme, and the way out. */
export function AccountMenu({ me, showKeys }: Props) {
  const { say, language, choose } = useLocale()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const api = useApi()
  const client = useQueryClient()
  const signOut = async () => {
    await api.call('signOut', {})
    client.clear()
    await client.resetQueries()
  }
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <button type="button" className="account" aria-label={say('app.account')}>
          <Icon name="user" size={16} />
          <span>{me.user}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{say('app.theme')}</Menu.Label>
        {schemes.map(([scheme, text]) => (
          <Menu.Item
            key={scheme}
            rightSection={mark(colorScheme === scheme)}
            onClick={() => setColorScheme(scheme)}
          >
            {say(text)}
          </Menu.Item>
        ))}
        <Menu.Label>{say('app.language')}</Menu.Label>
        {languages.map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            rightSection={mark(language === code)}
            onClick={() => choose(code)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item rightSection={<kbd>?</kbd>} onClick={showKeys}>
          {say('app.keys')}
        </Menu.Item>
        <Menu.Item component="a" href="/api/docs" target="_blank">
          {say('app.apiDocs')}
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>{say('app.signOut')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function mark(isChosen: boolean) {
  return isChosen ? <Icon name="check" size={14} /> : undefined
}
