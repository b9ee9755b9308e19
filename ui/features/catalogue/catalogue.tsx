import { useMemo } from 'react'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { FilterBar } from '../../components/filter-bar.tsx'
import { fuzzySearch } from '../../components/fuzzy-search.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { useAddress } from '../../components/use-address.ts'
import { Loaded, Notice } from '../../components/views.tsx'
import { ExtensionCard } from './extension-card.tsx'

type Extension = Nouns['extensions']

/** The things that can be installed. */
export function Catalogue() {
  const say = useText()
  const extensions = useKind('extensions')
  return (
    <>
      <PageHead title={say('catalogue.title')} lead={say('catalogue.lead')} />
      <Loaded from={extensions}>
        {(list) =>
          list.length === 0 ? (
            <Notice
              icon="catalogue"
              title={say('catalogue.empty')}
              hint={say('catalogue.emptyHint')}
            />
          ) : (
            <Cards list={list} />
          )
        }
      </Loaded>
    </>
  )
}

function Cards({ list }: { readonly list: readonly Extension[] }) {
  const say = useText()
  const [words, setWords] = useAddress('find')
  const [category, setCategory] = useAddress('category')
  const search = useMemo(() => searcherOf(list), [list])
  const fitting = search(words)
  const categories = [...new Set(list.map(mainCategory))].filter(Boolean).toSorted()
  const choices = categories.map((id) => ({
    id,
    text: id,
    count: fitting.filter((one) => mainCategory(one) === id).length,
  }))
  const shown = category === '' ? fitting : fitting.filter((one) => mainCategory(one) === category)
  return (
    <>
      <FilterBar
        label={say('catalogue.search')}
        {...{ words, setWords, choices, chosen: category, choose: setCategory }}
      />
      {shown.length === 0 ? (
        <Notice
          icon="search"
          title={words === '' ? say('view.emptyFilter') : say('search.nothing', { words })}
          hint={say('catalogue.missingHint')}
        >
          <PageLink href={paths.repositories}>{say('catalogue.addRepository')}</PageLink>
          <PageLink href={paths.importExtension}>{say('catalogue.importChart')}</PageLink>
        </Notice>
      ) : (
        <ul className="cards">
          {shown.map((extension) => (
            <ExtensionCard key={extension.metadata.name} extension={extension} />
          ))}
        </ul>
      )}
    </>
  )
}

function searcherOf(list: readonly Extension[]) {
  return fuzzySearch(list, [
    { name: 'name', weight: 3, get: ({ metadata }) => metadata.name },
    { name: 'display', weight: 3, get: ({ spec }) => spec.displayName ?? '' },
    { name: 'category', weight: 1, get: ({ spec }) => spec.category ?? '' },
    { name: 'description', weight: 1, get: ({ spec }) => spec.description ?? '' },
  ])
}

function mainCategory({ spec }: Extension): string {
  return spec.category?.split('/')[0] ?? ''
}
