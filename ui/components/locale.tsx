import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react'
import { english, type TextKey } from './messages/english.ts'
import { type TextValues, fillText } from './messages/fill-text.ts'

export type Language = 'en' | 'zh'
type Texts = Readonly<Record<TextKey, string>>

export interface Locale {
  readonly language: Language
  readonly choose: (language: Language) => void
  readonly say: (key: TextKey, values?: TextValues) => string
  readonly number: (value: number) => string
  /** `3 min ago`. */
  readonly ago: (time: string) => string
  /** The moment in full. */
  readonly moment: (time: string) => string
  /** A span in words, such as `1.2 s`. */
  readonly span: (milliseconds: number) => string
}

const LocaleContext = createContext<Locale | undefined>(undefined)
const storageKey = 'outrigger.language'

export function useLocale(): Locale {
  const locale = useContext(LocaleContext)
  if (locale === undefined) throw new Error('there is no LocaleProvider around this')
  return locale
}

/** The texts of the page. */
export function useText(): Locale['say'] {
  return useLocale().say
}

/** Gives everything below it texts, numbers and dates in the language that was chosen. */
export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage)
  const [texts, setTexts] = useState<Texts>(english)
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    if (language === 'en') return setTexts(english)
    void import('./messages/chinese.ts').then(({ chinese }) => setTexts(chinese))
  }, [language])
  const locale = useMemo(
    () =>
      localeOf(language, texts, (chosen) => {
        localStorage.setItem(storageKey, chosen)
        setLanguage(chosen)
      }),
    [language, texts],
  )
  return <LocaleContext value={locale}>{children}</LocaleContext>
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(storageKey)
  if (kept === 'en' || kept === 'zh') return kept
  return navigator.language.startsWith('zh') ? 'zh' : 'en'
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

function localeOf(language: Language, texts: Texts, choose: Locale['choose']): Locale {
  const numbers = new Intl.NumberFormat(language)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  const unitOf = (unit: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 })
  return {
    language,
    choose,
    say: (key, values) => fillText(texts[key], values),
    number: (value) => numbers.format(value),
    ago: (time) => {
      const seconds = Math.min(0, Math.round((Date.parse(time) - Date.now()) / 1000))
      const [unit, size] = units.find(([, length]) => -seconds >= length) ?? ['second', 1]
      return relative.format(Math.round(seconds / size), unit)
    },
    moment: (time) => moments.format(new Date(time)),
    span: (milliseconds) =>
      milliseconds < 60_000
        ? unitOf('second').format(milliseconds / 1000)
        : unitOf('minute').format(milliseconds / 60_000),
  }
}
