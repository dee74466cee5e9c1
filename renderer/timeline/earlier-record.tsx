import { useCall } from '#renderer/api/use-call.ts'
import { ModalFrame } from '#renderer/dialog/modal-frame.tsx'
import type { EarlierVersion } from '#renderer/dialog/modal-store.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import { RecordFields } from '#renderer/grid/quick-view/record-fields.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { FailedRead } from './failed-read.tsx'
import { momentPattern } from './timeline-types.ts'
import { useTexts } from './use-texts.ts'
import './timeline.css'

interface EarlierRecordProps extends EarlierVersion {
  opener: HTMLElement | null
  onClose: () => void
}

/** A record as it was at a version, with marks at the fields that are different now. */
export default function EarlierRecord({ model, record, version, date, opener, onClose }: EarlierRecordProps) {
  const say = useTexts()
  const { t, formatDate } = useLocale()
  const formats = useCellFormats()
  const { data, error, isValidating, mutate } = useCall<GridRow>('timeline-version', { model, id: record, version })
  const { fields = [], changed = [] } = (data?.metadata ?? {}) as { fields?: GridColumn[]; changed?: string[] }
  const close = (
    <button type="button" className="pk-button" data-autofocus onClick={onClose}>
      {t('modal.close')}
    </button>
  )
  const title = say('as_it_was', { date: formatDate(date, { pattern: momentPattern }) })
  return (
    <ModalFrame title={title} opener={opener} onClose={onClose} foot={close}>
      <div className="quick-view" aria-busy={(!data && isValidating) || undefined}>
        <FailedRead failure={error} onRetry={() => void mutate()} />
        <RecordFields
          fields={fields}
          row={data?.results}
          formats={formats}
          mark={(field) => changed.includes(field) && <span className="tl-differs">{say('differs')}</span>}
        />
      </div>
    </ModalFrame>
  )
}
