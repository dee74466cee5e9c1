import { useEffect, useState } from 'react'
import { callNamed, RemoteCombobox, useLocale, useProblem, type FieldWidgetProps } from '#renderer'
import { asSentence, nounInSentence } from '#schemas/rules/text/nouns.ts'
import {
  acceptedLevels,
  askedLevels,
  storedOf,
  levels,
  parentOf,
  pathOf,
  withLevel,
  type DivisionPath,
  type KeptDivision,
  type Level,
} from './division-path.ts'

interface DivisionPickerProps extends Record<string, unknown> {
  levels?: Level[]
  accepts?: Level[]
}

const endpoint = 'generic-division-list'
const pageSize = 50

/** A place, chosen level by level from the continent down, or found by a search on any level. */
export default function DivisionPickerField(field: FieldWidgetProps<number | KeptDivision, DivisionPickerProps>) {
  const { id, label, value, onChange, onBlur, disabled, readonly, required, invalid, describedBy, schema, props } = field
  const { t, locale } = useLocale()
  const asObject = ([] as unknown[]).concat(schema.type ?? []).includes('object')
  const wanted = levels.filter((level) => props.levels?.includes(level) ?? true)
  /** The server's path for an id that the record stores without its parents. */
  const [found, setFound] = useState<{ id: number; path: DivisionPath }>()
  const bareId = typeof value === 'number' ? value : undefined
  /** The divisions chosen so far, while their level is not valid as a value. */
  const [begun, setBegun] = useState<DivisionPath>()
  const isNone = value === undefined || value === null
  const path = pathOf(value) ?? (bareId !== undefined && found?.id === bareId ? found.path : ((isNone ? begun : undefined) ?? {}))
  const accepted = acceptedLevels(props.accepts, schema)
  const chosenLevel = storedOf(path)?.type
  const isIncomplete = chosenLevel !== undefined && !accepted.includes(chosenLevel)
  const titles = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    accepted.map((level) => nounInSentence(t(`form.division.${level}`), locale)),
  )
  const problem = isIncomplete ? t('form.division.incomplete', { levels: titles }) : undefined
  useProblem(field, problem)
  const searchLabel = asSentence(t('form.division.search', { label: nounInSentence(label, locale) }), locale)

  useEffect(() => {
    if (bareId === undefined || found?.id === bareId) return
    let gone = false
    const keep = (rows: unknown): void => {
      if (!gone) setFound({ id: bareId, path: (Array.isArray(rows) ? pathOf(rows[0]) : undefined) ?? {} })
    }
    callNamed(endpoint, { method: 'GET', params: { ids: String(bareId) } }).then(
      ({ results }) => keep(results),
      () => keep([]),
    )
    return () => {
      gone = true
    }
  }, [bareId, found?.id])

  function take(next: DivisionPath): void {
    const stored = storedOf(next)
    const counts = stored !== undefined && accepted.includes(stored.type)
    setBegun(counts ? undefined : next)
    if (counts) setFound({ id: stored.id, path: next })
    onChange(counts ? (asObject ? stored : stored.id) : undefined)
    onBlur()
  }
  const shared = { disabled: disabled || readonly, required, invalid, describedBy, onBlur }
  return (
    <div className="pf-divisions">
      {!shared.disabled && (
        <RemoteCombobox
          {...shared}
          required={false}
          id={`${id}-search`}
          label={searchLabel}
          placeholder={searchLabel}
          values={[]}
          source={{
            endpoint,
            params: { types: wanted.filter((level) => accepted.includes(level)).join(','), page_size: pageSize },
            search_key: 'q',
            fields: ['id', 'title', 'type'],
          }}
          onChange={([option]) => {
            const chosen = pathOf(option?.row)
            if (chosen) take(chosen)
          }}
        />
      )}
      {askedLevels(path, wanted).map((level, index) => {
        const parent = parentOf(path, level)
        const levelId = index === 0 ? id : `${id}-${level}`
        return (
          <div key={`${level} ${parent}`} className="pf-division">
            <label htmlFor={levelId}>{t(`form.division.${level}`)}</label>
            <RemoteCombobox
              {...shared}
              id={levelId}
              label={t(`form.division.${level}`)}
              values={path[level] === undefined ? [] : [path[level]]}
              source={{
                endpoint,
                params: { types: level, ...(parent === undefined ? {} : { parent_id: parent }), page_size: pageSize },
                search_key: 'q',
              }}
              onChange={([option]) => take(withLevel(path, level, typeof option?.value === 'number' ? option.value : undefined))}
            />
          </div>
        )
      })}
      {problem && !invalid && (
        <p className="pf-error" role="status">
          {problem}
        </p>
      )}
    </div>
  )
}
