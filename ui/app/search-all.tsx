import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { type AnyShown, type Noun, keyOf } from '../api/shown-kinds.ts'
import { useKind } from '../api/use-kind.ts'
import { type SearchHit, useSearch } from '../api/use-search.ts'
import { fuzzySearch } from '../components/fuzzy-search.ts'
import { Icon, type IconName } from '../components/icon.tsx'
import { useText } from '../components/locale.tsx'
import type { TextKey } from '../components/messages/english.ts'
import { PageLink } from '../components/page-link.tsx'
import { paths } from '../components/paths.ts'
import { stateOf } from '../components/state-of.ts'
import { administrationItems, platformItems } from './navigation-items.ts'

interface Entry {
  /** The kind of an object, or a view of its own. */
  readonly noun: Noun | 'view' | 'charts' | 'releases'
  readonly name: string
  readonly about: string
  readonly href: string
}

const mostShown = 12

/** Milliseconds of rest after a key before the server is asked. */
const restTime = 250

const icons: Readonly<Record<Entry['noun'], IconName>> = {
  view: 'arrow',
  charts: 'catalogue',
  releases: 'plugins',
  plugins: 'plugins',
  instances: 'instances',
  extensions: 'catalogue',
  repositories: 'repositories',
  profiles: 'profiles',
  clusters: 'clusters',
}

/** Everything that has a name, found while one types. */
export function SearchAll({ close }: { readonly close: () => void }) {
  const say = useText()
  const router = useRouter()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries()
  const search = useMemo(
    () =>
      fuzzySearch(entries, [
        { name: 'name', weight: 3, get: (entry) => entry.name },
        { name: 'about', weight: 1, get: (entry) => entry.about },
      ]),
    [entries],
  )
  const [settled] = useDebouncedValue(words.trim(), restTime)
  const told = useSearch(settled).data
  const others = useReleases()
  const known = words === '' ? [] : search(words).slice(0, mostShown)
  const hits = words === '' ? [] : (told ?? []).flatMap((hit) => entriesOf(hit, others))
  const found = [...known, ...hits.filter(({ href }) => known.every((one) => one.href !== href))]
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    if (key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    const chosen = found[at]
    if (key !== 'Enter' || chosen === undefined) return
    close()
    router.history.push(chosen.href)
  }
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      padding="xs"
      yOffset="12vh"
      attributes={{ content: { 'aria-label': say('search.label') } }}
    >
      <TextInput
        data-autofocus
        aria-label={say('search.label')}
        placeholder={say('search.placeholder')}
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul className="found">
        {found.map((entry, index) => (
          <li key={entry.href + entry.noun} data-chosen={index === at} onClick={close}>
            <PageLink href={entry.href}>
              <Icon name={icons[entry.noun]} size={16} />
              <b>{entry.name}</b>
              <span>{entry.about}</span>
              <em>{say(wordOf(entry.noun))}</em>
            </PageLink>
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="quiet">
          {words === '' ? say('search.hint') : say('search.nothing', { words })}
        </p>
      ) : undefined}
    </Modal>
  )
}

function wordOf(noun: Entry['noun']): TextKey {
  if (noun === 'view') return 'search.view'
  if (noun === 'charts') return 'search.chart'
  return noun === 'releases' ? 'detail.release' : `nav.${noun}`
}

/** The plugins by their releases. */
function useReleases(): ReadonlyMap<string, string> {
  const plugins = useKind('plugins').data
  return useMemo(
    () =>
      new Map(
        (plugins ?? []).map((plugin) => {
          const { targetNamespace = '', releaseName = '' } = plugin.status ?? {}
          return [`${targetNamespace}/${releaseName}`, paths.plugin(keyOf(plugin))]
        }),
      ),
    [plugins],
  )
}

/** The entry of something that the server found. A release that belongs to no plugin has no view. */
function entriesOf(
  { noun, namespace, name, summary, path }: SearchHit,
  releases: ReadonlyMap<string, string>,
): readonly Entry[] {
  if (noun === 'charts') {
    const chart = decodeURIComponent(path.replace('/api/v1/charts/', ''))
    return [{ noun, name, about: summary, href: paths.importChart(chart) }]
  }
  const href = releases.get(`${namespace}/${name}`)
  if (noun !== 'releases' || href === undefined) return []
  return [{ noun, name: `${namespace}/${name}`, about: summary, href: `${href}?tab=history` }]
}

function useEntries(): readonly Entry[] {
  const extensions = useKind('extensions').data
  const instances = useKind('instances').data
  const plugins = useKind('plugins').data
  const clusters = useKind('clusters').data
  const repositories = useKind('repositories').data
  const profiles = useKind('profiles').data
  const say = useText()
  return useMemo(
    () => [
      ...(extensions ?? []).map((one) => ({
        noun: 'extensions' as const,
        name: one.spec.displayName ?? one.metadata.name,
        about: [one.metadata.name, one.spec.category ?? ''].join(' '),
        href: paths.extension(one.metadata.name),
      })),
      ...(instances ?? []).map((one) => entryOf('instances', one, paths.instance(keyOf(one)))),
      ...(plugins ?? []).map((one) => entryOf('plugins', one, paths.plugin(keyOf(one)))),
      ...(clusters ?? []).map((one) => entryOf('clusters', one, paths.cluster(keyOf(one)))),
      ...(repositories ?? []).map((one) =>
        entryOf('repositories', one, paths.edit('repositories', keyOf(one))),
      ),
      ...(profiles ?? []).map((one) =>
        entryOf('profiles', one, paths.edit('profiles', keyOf(one))),
      ),
      ...[...platformItems, ...administrationItems].map(({ name, href }) => ({
        noun: 'view' as const,
        name: say(`nav.${name}`),
        about: '',
        href,
      })),
    ],
    [extensions, instances, plugins, clusters, repositories, profiles, say],
  )
}

function entryOf(noun: Noun, object: AnyShown, href: string): Entry {
  return { noun, name: keyOf(object), about: stateOf(object).message, href }
}
