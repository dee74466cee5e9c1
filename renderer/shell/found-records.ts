import { useEffect, useState } from 'react'
import type { Target } from '#schemas/types/contract.d.ts'
import { useCall } from '#renderer/api/use-call.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { findEntries, type SearchEntry } from './search-entries.ts'

interface Group {
  entity: string
  title: string
  records: { id: number; title: string; to: Target }[]
  total: number
  total_is_exact: boolean
  to?: Target
}

const pauseMs = 180
/** The server looks for two letters at least. */
const isSearchable = (text: string) => [...text.replace(/\s/g, '')].length >= 2

/** Entries of the groups: each record, and where there are more the list of all. */
const entriesOf = (groups: readonly Group[], all: (group: Group) => string): SearchEntry[] =>
  groups.flatMap((group) => {
    const { entity, title, records, to } = group
    const found = records.map((record): SearchEntry => ({
      key: `${entity}-${record.id}`,
      label: record.title,
      trail: '',
      icon: 'file',
      to: record.to,
      section: title,
    }))
    return to === undefined ? found : [...found, { key: `${entity}-all`, label: all(group), trail: '', icon: 'list', to, section: title }]
  })

interface FoundHelp {
  id: number
  title: string
}

/** Help whose words are found leads to its text in the list of all. */
const helpEntries = (found: readonly FoundHelp[], section: string): SearchEntry[] =>
  found.map(({ id, title }) => ({
    key: `help-${id}`,
    label: title,
    trail: '',
    icon: 'question-circle',
    to: { name: 'help-list', query: { q: title } },
    section,
  }))

/**
 * Records that the words find, once typing pauses, and help where the panel has it. `status` says why there may be fewer than there are.
 */
export function useFoundRecords(
  term: string,
  hasHelp: boolean,
): { entries: SearchEntry[]; status: 'busy' | 'failed' | 'incomplete' | null } {
  const { t, formatNumber } = useLocale()
  const [paused, setPaused] = useState('')
  const text = term.trim()
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const wanted = isSearchable(text)
  const params = wanted && isSearchable(paused) ? { q: paused.slice(0, 100) } : null
  const { data, error, isLoading } = useCall<Group[]>('panel-search', params, { background: true, keepPreviousData: true })
  const help = useCall<FoundHelp[]>('help-search', hasHelp ? params : null, { background: true, keepPreviousData: true })
  if (!wanted) return { entries: [], status: null }
  const all = ({ title, total, total_is_exact }: Group) =>
    t('shell.search_all', { title, number: `${formatNumber(total)}${total_is_exact ? '' : '+'}` })
  const entries = [
    ...(data ? entriesOf(data.results, all) : []),
    ...(help.data ? helpEntries(help.data.results.slice(0, 4), t('shell.help_word')) : []),
  ]
  if (error) return { entries: [], status: 'failed' }
  // Of what was found for the words before, only what these words would find: Enter never opens anything else.
  if (isLoading || paused !== text) return { entries: findEntries(entries, text), status: 'busy' }
  return { entries, status: data?.metadata.incomplete === true ? 'incomplete' : null }
}
