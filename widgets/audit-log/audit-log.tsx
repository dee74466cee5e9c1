import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  asFailure,
  callFile,
  callNamed,
  isCancelled,
  Loading,
  ReadFailure,
  saveFile,
  showFailure,
  useCall,
  type BlockWidgetProps,
  type ComboboxOption,
} from '#renderer'
import { AuditEntry, type Entry, type Fields } from './audit-entry.tsx'
import { FilterForm } from './filter-form.tsx'
import { readFilters, writeFilters, type Filters } from './filters.ts'
import { useTexts } from './use-texts.ts'
import './audit-log.css'

interface Props extends Record<string, unknown> {
  endpoint: string
  export?: string
  undo?: string
  people?: string
  person?: string
  params?: Record<string, unknown>
}

interface Metadata {
  cursor: number | null
  fields: Record<string, Fields>
  models: readonly ComboboxOption[]
  actions: readonly ComboboxOption[]
}

/** What was done, the newest first. The filters stand in the address. */
export default function AuditLog({ props }: BlockWidgetProps<Props>) {
  const { endpoint, export: exportCall, people, params: own = {} } = props
  const say = useTexts()
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  /** Changes one filter, or clears all. The address is read itself: what is drawn may be a moment behind it. */
  const changeFilters = (part: Filters | null) => {
    const now = new URLSearchParams(window.location.search)
    setSearch(writeFilters(now, part === null ? {} : { ...readFilters(now), ...part }))
  }
  const params = { ...filters, ...own }
  const request = useCall<Entry[]>(endpoint, params, { keepPreviousData: true })
  const { data, error, isValidating, mutate } = request
  const metadata = data?.metadata as unknown as Metadata | undefined
  const [isExporting, setExporting] = useState(false)
  const exportAll = async () => {
    setExporting(true)
    try {
      const found = await callFile(exportCall!, { params })
      if ('file' in found) saveFile(found.file.blob, found.file.name)
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault))
    } finally {
      setExporting(false)
    }
  }
  return (
    <div className="al">
      <FilterForm
        filters={filters}
        people={people}
        fixed={own}
        models={metadata?.models ?? []}
        actions={metadata?.actions ?? []}
        onChange={changeFilters}
      >
        {exportCall && (
          <button
            type="button"
            className="pk-button"
            disabled={isExporting}
            aria-busy={isExporting || undefined}
            onClick={() => void exportAll()}
          >
            {say('export')}
          </button>
        )}
      </FilterForm>
      {error && <ReadFailure text={say('failed')} onRetry={() => void mutate()} />}
      {!data && !error && <Loading />}
      {data && metadata && (
        <Entries
          key={JSON.stringify(params)}
          first={data.results}
          metadata={metadata}
          params={params}
          calls={props}
          isBusy={isValidating}
          onChanged={() => void mutate()}
        />
      )}
    </div>
  )
}

interface EntriesProps {
  first: readonly Entry[]
  metadata: Metadata
  params: Record<string, unknown>
  calls: Props
  isBusy: boolean
  onChanged: () => void
}

function Entries({ first, metadata, params, calls, isBusy, onChanged }: EntriesProps) {
  const say = useTexts()
  const [older, setOlder] = useState<{ entries: Entry[]; fields: Metadata['fields']; cursor: number | null }>()
  const [isReading, setReading] = useState(false)
  const cursor = older ? older.cursor : metadata.cursor
  const readMore = async () => {
    setReading(true)
    try {
      const { results, metadata: more } = await callNamed<Entry[]>(calls.endpoint, { params: { ...params, cursor } })
      const { cursor: next, fields } = more as unknown as Metadata
      setOlder((before) => ({
        entries: [...(before?.entries ?? []), ...results],
        fields: merged(before?.fields ?? metadata.fields, fields),
        cursor: next,
      }))
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault))
    } finally {
      setReading(false)
    }
  }
  const fields = older?.fields ?? metadata.fields
  const entries = [...first, ...(older?.entries ?? [])]
  if (entries.length === 0) return <p className="pf-empty">{say('empty')}</p>
  return (
    <>
      <ol className="al-list" aria-label={say('list')} aria-busy={isBusy || undefined}>
        {entries.map((entry) => (
          <AuditEntry
            key={entry.id}
            entry={entry}
            columns={fields[entry.model] ?? {}}
            undo={calls.undo}
            person={calls.person}
            onUndone={() => {
              setOlder(undefined)
              onChanged()
            }}
          />
        ))}
      </ol>
      {cursor !== null && (
        <button
          type="button"
          className="pk-button al-more"
          disabled={isReading}
          aria-busy={isReading || undefined}
          onClick={() => void readMore()}
        >
          {say('more')}
        </button>
      )}
    </>
  )
}

/** Columns of two pages, by kind of record and field. */
function merged(one: Metadata['fields'], other: Metadata['fields']): Metadata['fields'] {
  const models = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(models.map((model) => [model, { ...one[model], ...other[model] }]))
}
