import { useId, useState } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'

interface ImportFileProps {
  busy: boolean
  share: number | null
  formats: CellFormats
  onFile: (file: File) => void
}

/** Takes a file by its field, or dropped. */
export function ImportFile({ busy, share, formats, onFile }: ImportFileProps) {
  const { t } = formats
  const [isOver, setOver] = useState(false)
  const hint = useId()
  const take = (files: FileList | null) => {
    if (files?.[0] && !busy) onFile(files[0])
  }
  return (
    <label
      className="grid-import-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <span className="grid-import-choose">{busy ? t('grid.import_busy_reading') : t('grid.import_choose')}</span>
      <input
        type="file"
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={busy}
        aria-describedby={hint}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
      <small id={hint}>{t('grid.import_hint', { rows: formats.number(100_000) })}</small>
      {busy ? (
        <progress aria-label={t('grid.import_busy_reading')} max={1} value={share === null || share >= 1 ? undefined : share} />
      ) : null}
    </label>
  )
}
