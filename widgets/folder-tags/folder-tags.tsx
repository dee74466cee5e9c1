import './folder-tags.css'
import { useEffect, useMemo, useState } from 'react'
import { asFailure, callNamed, fetchRemoteOptions, RemoteCombobox, useEmptyText, useLocale, type FieldWidgetProps } from '#renderer'
import { chunk, missingIn, readChosen, withLabels, type ChosenLabels } from './chosen-labels.ts'
import { useTexts } from './use-texts.ts'

interface FolderTagsProps extends Record<string, unknown> {
  folders?: string
  labels?: string
  params?: Record<string, unknown>
}
interface Folder {
  id: number
  slug: string
  title: string
}
type Titles = ReadonlyMap<number, string>

/** Most labels that a search asks for. @source specification, "tagging search limit" */
const searchLimit = 99

/** Labels from folders: one picker a folder, its tags in steps of five. */
export default function FolderTagsField(field: FieldWidgetProps<ChosenLabels, FolderTagsProps>) {
  const { value, onChange, onBlur, props } = field
  const { t } = useLocale()
  const noFolders = useEmptyText('folders')
  const [titles, setTitles] = useState<Titles>(new Map())
  const [attempt, setAttempt] = useState(0)
  const answer = useFolders(props, attempt)
  const chosen = useMemo(() => readChosen(value), [value])
  const told = answer === undefined || answer === 'failed' ? undefined : new Map([...answer.titles, ...titles])
  // Of a post the call of the folders tells the labels, and leaves out those that are gone.
  const isTold = Object.hasOwn(props.params ?? {}, 'id')
  const named = useTitles(isTold ? undefined : props.labels, chosen, told)
  if (answer === undefined)
    return <input id={field.id} className="pf-input" disabled aria-busy aria-label={field.label} placeholder={t('form.select.loading')} />
  if (answer === 'failed')
    return (
      <p role="alert">
        {t('form.select.failed')}{' '}
        <button type="button" className="folder-tags-more" onClick={() => setAttempt((before) => before + 1)}>
          {t('form.retry')}
        </button>
      </p>
    )
  if (answer.folders.length === 0) return <p className="folder-tags-empty">{noFolders}</p>
  const known: Titles = new Map([...answer.titles, ...named, ...titles])
  return (
    <div className="folder-tags" role="group" aria-labelledby={`${field.id}-label`} aria-describedby={field.describedBy}>
      {answer.folders.map((folder) => (
        <FolderTags
          key={folder.slug}
          field={field}
          folder={folder}
          ids={chosen[folder.slug] ?? []}
          titles={known}
          noteTitles={(more) => setTitles((before) => new Map([...before, ...more]))}
          onPick={(ids) => {
            onChange(withLabels(chosen, folder.slug, ids))
            onBlur()
          }}
        />
      ))}
    </div>
  )
}

interface FolderTagsPart {
  field: FieldWidgetProps<ChosenLabels, FolderTagsProps>
  folder: Folder
  ids: readonly number[]
  titles: Titles
  noteTitles: (titles: readonly [number, string][]) => void
  onPick: (ids: number[]) => void
}

function FolderTags({ field, folder, ids, titles, noteTitles, onPick }: FolderTagsPart) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const empty = useEmptyText('labels')
  const [shown, setShown] = useState(chunk)
  const { labels = '' } = field.props
  const isOff = field.disabled || field.readonly
  const controlId = `${field.id}-${folder.slug}`
  const source = useMemo(
    () => ({
      endpoint: labels,
      params: { slug: folder.slug, limit: searchLimit, including: 'path' },
      search_key: 'search',
      note_keys: ['path'],
    }),
    [labels, folder.slug],
  )
  const left = ids.length - shown
  return (
    <div>
      <label className="folder-tags-title" htmlFor={controlId}>
        <bdi>{folder.title}</bdi>
      </label>
      <RemoteCombobox
        id={controlId}
        label={folder.title}
        source={source}
        multiple
        chips={false}
        values={[...ids]}
        known={ids.flatMap((id) => (titles.has(id) ? [{ value: id, title: titles.get(id)! }] : []))}
        empty={empty}
        disabled={isOff}
        required={false}
        invalid={field.errors[folder.slug] !== undefined}
        describedBy={field.describedBy}
        onBlur={field.onBlur}
        onChange={(options) => {
          noteTitles(options.map((option) => [Number(option.value), option.title]))
          onPick(options.map((option) => Number(option.value)))
        }}
      />
      {ids.length > 0 && (
        <ul className="folder-tags-chips" aria-label={folder.title}>
          {ids.slice(0, shown).map((id) => (
            <li key={id}>
              <bdi>{titles.get(id) ?? say('unknown')}</bdi>
              {!isOff && (
                <button
                  type="button"
                  aria-label={say('remove', { title: titles.get(id) ?? say('unknown') })}
                  onClick={() => {
                    onPick(ids.filter((one) => one !== id))
                    document.getElementById(controlId)?.focus()
                  }}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <button type="button" className="folder-tags-more" onClick={() => setShown((before) => before + chunk)}>
          {say('more', { count: formatNumber(Math.min(left, chunk)) })}
        </button>
      )}
    </div>
  )
}

/** Titles of chosen labels that are not known yet, as of records that are no posts: they are asked for by their ids. */
function useTitles(labels: string | undefined, chosen: ChosenLabels, known: Titles | undefined): Titles {
  const [titles, setTitles] = useState<Titles>(new Map())
  const key = JSON.stringify([labels, known ? missingIn(chosen, new Map([...known, ...titles])) : {}])
  useEffect(() => {
    const controller = new AbortController()
    const [call, missing] = JSON.parse(key) as [string | null, ChosenLabels]
    const note = (found: [number, string][]) => {
      if (!controller.signal.aborted && found.length > 0) setTitles((before) => new Map([...before, ...found]))
    }
    if (call)
      for (const [slug, ids] of Object.entries(missing))
        fetchRemoteOptions(call, { slug, ids: ids.join(',') }, controller.signal).then(
          (options) => note(options.map(({ value, title }) => [Number(value), title])),
          // A label without a title stays chosen, and is said to be gone.
          () => undefined,
        )
    return () => controller.abort()
  }, [key])
  return titles
}

type Answered = { folders: Folder[]; titles: Titles } | 'failed' | undefined

/** The folders of the record's type, and the titles of its labels. A panel without such a call has no folders. */
function useFolders({ folders, params }: FolderTagsProps, attempt: number): Answered {
  const [answer, setAnswer] = useState<{ key: string; value: Answered }>()
  const key = JSON.stringify([folders, params, attempt])
  useEffect(() => {
    const controller = new AbortController()
    const [name, sent] = JSON.parse(key) as [string | null, Record<string, unknown> | null]
    const keep = (value: Answered) => {
      if (!controller.signal.aborted) setAnswer({ key, value })
    }
    callNamed<Record<string, { id: number; title: string }[]>>(name ?? '', {
      method: 'GET',
      params: sent ?? {},
      signal: controller.signal,
    }).then(
      ({ results, metadata }) =>
        keep({
          folders: (metadata as { folders?: Folder[] } | undefined)?.folders ?? [],
          titles: new Map(Object.values(results).flatMap((labels) => labels.map(({ id, title }) => [id, title]))),
        }),
      (error: unknown) => keep(asFailure(error, name ?? '').status === 404 ? { folders: [], titles: new Map() } : 'failed'),
    )
    return () => controller.abort()
  }, [key])
  return answer?.key === key ? answer.value : undefined
}
