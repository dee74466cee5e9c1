import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { fetchRemoteOptions } from '#renderer/api/remote-options.ts'
import { findWidget } from '#renderer/registry/widgets.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { formatUiPath, isEmpty, scopeOf, type PathList } from '#renderer/form/data/path.ts'
import type { TitleOf } from '#renderer/form/data/readable-value.ts'
import { widgetNameOf } from '#renderer/form/schema/widget-name.ts'

interface Source {
  endpoint: string
  params: Record<string, unknown>
}
export interface Placed {
  path: PathList
  value: unknown
}

/**
 * The call for the titles of a field whose widget chooses records, before its parameters are interpolated. The `endpoint` of any
 * other widget must not be called: it may write. A widget with a call of its own does not read the field's parameters.
 */
export function titleSource(schema: FieldSchema | undefined, ui: FormDocumentFieldUi): Source | undefined {
  const widget = widgetNameOf(schema ?? {}, ui)
  const chooses = widget === undefined ? undefined : findWidget(widget, 'field')?.choosesRecords
  if (typeof chooses === 'string') return { endpoint: chooses, params: {} }
  const model = schema?.references ?? (isRecord(schema?.items) ? schema.items.references : undefined)
  const endpoint = chooses && typeof ui.endpoint === 'string' ? ui.endpoint : undefined
  const params = isRecord(ui.params) ? ui.params : {}
  if (typeof ui.combo === 'string') return { endpoint: endpoint ?? 'combo-options', params: { name: ui.combo, ...params } }
  if (endpoint !== undefined && endpoint !== 'list') return { endpoint, params }
  if (endpoint === undefined && model === undefined) return undefined
  return { endpoint: 'list', params: { ...(model !== undefined && { model }), ...params } }
}

const idOf = (value: unknown): value is string | number => typeof value === 'number' || (typeof value === 'string' && value !== '')

/** The id of a record that is stored with further data, such as a place with its parents. */
const idIn = (value: unknown): unknown => (isRecord(value) ? value.id : value)

/** Titles of the records that these values refer to, and what widgets read in theirs, as far as they have loaded. */
export function useTitles(values: readonly Placed[]): TitleOf {
  const { form, store, context } = useFormScope()
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  const textOf = useReadValues(values)
  const arrived = useRef(titles)
  useEffect(() => {
    arrived.current = titles
  }, [titles])

  const sourceOf = useMemo(
    () =>
      (path: PathList): Source | undefined => {
        const source = titleSource(schemaAt(form.schema as FieldSchema, path), form.ui?.[formatUiPath(path)] ?? {})
        if (source === undefined) return undefined
        const { data } = store.getState()
        const params = interpolateDeep(source.params, { ...context, form: data, item: scopeOf(data, path) }) as Record<string, unknown>
        return { endpoint: source.endpoint, params }
      },
    [form, store, context],
  )

  const wanted = useMemo(() => {
    const found = new Map<string, Set<string>>()
    const visit = ({ path, value }: Placed): void => {
      const source = sourceOf(path)
      if (source)
        for (const id of [value].flat().map(idIn).filter(idOf))
          found.set(JSON.stringify(source), (found.get(JSON.stringify(source)) ?? new Set()).add(String(id)))
      else if (Array.isArray(value))
        value.slice(0, 50).forEach((item, index) => {
          if (isRecord(item)) visit({ path: [...path, index], value: item })
        })
      else if (isRecord(value)) for (const [name, one] of Object.entries(value)) visit({ path: [...path, name], value: one })
    }
    values.forEach(visit)
    return JSON.stringify([...found].map(([source, ids]) => [source, [...ids]]))
  }, [values, sourceOf])

  useEffect(() => {
    const leaving = new AbortController()
    for (const [source, all] of JSON.parse(wanted) as [string, string[]][]) {
      const ids = all.filter((id) => !arrived.current.has(`${source}\n${id}`))
      if (ids.length === 0) continue
      const { endpoint, params } = JSON.parse(source) as Source
      fetchRemoteOptions(endpoint, { ...params, ids: ids.join(',') }, leaving.signal).then(
        (options) =>
          setTitles((before) => new Map([...before, ...options.map(({ value, title }) => [`${source}\n${value}`, title] as const)])),
        () => {
          /* the id stands for itself */
        },
      )
    }
    return () => leaving.abort()
  }, [wanted])

  return useMemo(
    () => (path, value) => {
      if (typeof value === 'object') return textOf(path, value)
      const source = titles.size > 0 && idOf(value) ? sourceOf(path) : undefined
      return source && titles.get(`${JSON.stringify(source)}\n${String(value)}`)
    },
    [titles, sourceOf, textOf],
  )
}

/** The values of fields whose widget reads them itself. */
function useReadValues(values: readonly Placed[]): TitleOf {
  const { form, store, context } = useFormScope()
  const { locale } = useLocale()
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const placeOf = useCallback((path: PathList, value: unknown) => JSON.stringify([locale, formatUiPath(path), value]), [locale])
  const readerOf = useCallback(
    (path: PathList) => {
      const widget = widgetNameOf(schemaAt(form.schema as FieldSchema, path) ?? {}, form.ui?.[formatUiPath(path)] ?? {})
      return widget === undefined ? undefined : findWidget(widget, 'field')?.readValue
    },
    [form],
  )
  const wanted = useMemo(() => JSON.stringify(values.filter(({ path, value }) => !isEmpty(value) && readerOf(path))), [values, readerOf])
  useEffect(() => {
    const leaving = new AbortController()
    for (const { path, value } of JSON.parse(wanted) as Placed[]) {
      const { data } = store.getState()
      const ui = form.ui?.[formatUiPath(path)] ?? {}
      const props = interpolateDeep(ui, { ...context, form: data, item: scopeOf(data, path) }) as Record<string, unknown>
      readerOf(path)?.()
        .then(({ default: read }) => read(value, props, locale, leaving.signal))
        .then(
          (text) => setTexts((before) => new Map([...before, [placeOf(path, value), text] as const])),
          () => {
            /* the value is read part by part */
          },
        )
    }
    return () => leaving.abort()
  }, [wanted, readerOf, form, store, context, locale, placeOf])
  return useCallback((path, value) => (texts.size > 0 ? texts.get(placeOf(path, value)) : undefined), [texts, placeOf])
}
