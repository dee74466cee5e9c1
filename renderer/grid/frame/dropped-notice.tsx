import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import type { DroppedParts } from '#renderer/grid/data/use-dropped-parts.ts'
import { clip } from '#schemas/rules/text/plain-text.ts'
import type { GridShortened } from '#schemas/types/contract.d.ts'

interface DroppedNoticeProps {
  dropped: readonly DroppedParts[]
  /** Title of a key in the list. */
  titleOf: (key: string) => string
  formats: CellFormats
  onClose: () => void
}

/** Keeps its own direction within the sentence. @source Unicode UAX 9 */
const isolated = (text: string) => `\u2068${text}\u2069`

/** Above the rows: which filters, or other parts of an address or a view, the rows shown do not follow. */
export function DroppedNotice({ dropped, titleOf, formats, onClose }: DroppedNoticeProps) {
  const { t } = formats
  if (dropped.length === 0) return null
  const nameOf = ({ key, value }: DroppedParts['parts'][number]) =>
    isolated(value === '' ? titleOf(key) : t('grid.dropped_part', { name: titleOf(key), value: isolated(clip(value, 60)) }))
  return (
    <div className="grid-stale" role="alert">
      <div>
        {dropped.map(({ view, parts }) => (
          <p key={view ?? ''}>
            {t(view === undefined ? 'grid.dropped' : 'grid.view_dropped', {
              name: view ?? '',
              keys: parts.map(nameOf).join(t('grid.comma')),
            })}
          </p>
        ))}
      </div>
      <button type="button" className="grid-button" onClick={onClose}>
        {t('grid.dropped_close')}
      </button>
    </div>
  )
}

/** Above the rows: which part of a long search they were found by. */
export function ShortenedNotice({
  shortened,
  titleOf,
  formats: { t },
}: {
  shortened: readonly GridShortened[]
  titleOf: (key: string) => string
  formats: CellFormats
}) {
  return shortened.length === 0 ? null : (
    <div className="grid-stale" role="status">
      <div>
        {shortened.map(({ key, text }) => (
          <p key={key}>{t('grid.search_shortened', { name: titleOf(key), text: isolated(clip(text, 200)) })}</p>
        ))}
      </div>
    </div>
  )
}
