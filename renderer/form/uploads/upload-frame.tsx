import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'
import { formatFileSize } from '#schemas/rules/numbers/file-size.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { controlAttributes } from '#renderer/form/controls/control-attributes.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import type { Refused, Uploads } from './use-uploads.ts'
import './uploads.css'

interface UploadFrameProps {
  field: FieldWidgetProps<unknown, Record<string, unknown>>
  uploads: Uploads
  className?: string
  children: ReactNode
}

const carriesFiles = (event: DragEvent | globalThis.DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** The area around the files of a field, which accepts dropped and pasted files; refused and removed files are listed below. */
export function UploadFrame({ field, uploads, className = '', children }: UploadFrameProps) {
  const { id, disabled, readonly } = field
  const { t } = useLocale()
  const [over, setOver] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const off = disabled || readonly
  useDropsHeld()
  const undo = useRef<HTMLButtonElement>(null)
  const { removed } = uploads
  useEffect(() => {
    // The button that removed the file has gone with it.
    if (removed && (document.activeElement === document.body || document.activeElement === null)) undo.current?.focus()
  }, [removed])

  const drop = (event: DragEvent): void => {
    setOver(false)
    if (!carriesFiles(event)) return
    event.preventDefault()
    if (!off) uploads.add([...event.dataTransfer.files])
  }
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || off) return
    event.preventDefault()
    uploads.add(files)
  }
  return (
    <div
      ref={frame}
      className={`pf-upload ${className}`}
      data-over={over || undefined}
      data-disabled={off || undefined}
      data-invalid={field.invalid || uploads.refused.length > 0 || undefined}
      onDragEnter={(event) => {
        if (!off && carriesFiles(event)) setOver(true)
      }}
      onDragOver={(event) => {
        if (carriesFiles(event)) event.preventDefault()
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
      {uploads.refused.length > 0 && (
        <div className="pf-error" role="alert">
          <ul className="pf-upload-faults">
            {uploads.refused.map((refused) => (
              <RefusedFile
                key={`${refused.kind} ${refused.name}`}
                refused={refused}
                onDismiss={() => {
                  uploads.dismiss(refused)
                  document.getElementById(id)?.focus()
                }}
              />
            ))}
          </ul>
        </div>
      )}
      {uploads.removed && (
        <p className="pf-upload-removed" role="status">
          <span>{t('form.upload.removed', { name: uploads.removed.entry.name || field.label })}</span>
          <button
            ref={undo}
            type="button"
            className="pk-button pk-button-small"
            onClick={() => {
              uploads.undo()
              document.getElementById(id)?.focus()
            }}
          >
            {t('form.upload.undo')}
          </button>
        </p>
      )}
      {over && (
        <div className="pf-upload-over" aria-hidden="true">
          {t('form.upload.drop_here')}
        </div>
      )}
    </div>
  )
}

function RefusedFile({ refused, onDismiss }: { refused: Refused; onDismiss: () => void }) {
  const { t } = useLocale()
  const title = t('form.upload.remove', { name: refused.name })
  return (
    <li>
      <span>{refused.text}</span>
      <button type="button" className="pk-icon-button" aria-label={title} title={title} onClick={onDismiss}>
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}

/** Prevents the browser from opening a file that was dropped next to its field, which would replace the page and lose typed text. */
function useDropsHeld(): void {
  useEffect(() => {
    const hold = (event: globalThis.DragEvent): void => {
      if (carriesFiles(event)) event.preventDefault()
    }
    window.addEventListener('dragover', hold)
    window.addEventListener('drop', hold)
    return () => {
      window.removeEventListener('dragover', hold)
      window.removeEventListener('drop', hold)
    }
  }, [])
}

interface FilePickProps extends Omit<UploadFrameProps, 'className'> {
  className?: string
}

/** Opens the browser's file dialog; the native control lies over the drawn one, so that clicks and keys reach it. */
export function FilePick({ field, uploads: { add, limits }, className = '', children }: FilePickProps) {
  const many = limits.max > 1
  const attributes = controlAttributes(field)
  return (
    <span className={`pf-pick ${className}`}>
      <span className="pf-pick-face" aria-hidden="true">
        {children}
      </span>
      <input
        {...attributes}
        aria-describedby={[attributes['aria-describedby'], `${field.id}-limits`].filter(Boolean).join(' ')}
        type="file"
        multiple={many}
        disabled={field.disabled || field.readonly}
        accept={limits.types.map((type) => `.${type}`).join(',')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          // The same file can be chosen again.
          event.target.value = ''
          add(chosen)
        }}
      />
    </span>
  )
}

/** What may be chosen. */
export function UploadLimits({ field, uploads: { limits } }: Pick<UploadFrameProps, 'field' | 'uploads'>) {
  const { t, locale, formatNumber } = useLocale()
  if (field.disabled || field.readonly) return null
  const values = {
    types: limits.types.join(', '),
    size: formatFileSize(limits.maxBytes, locale),
    count: limits.max,
    max: formatNumber(limits.max),
  }
  return (
    <span className="pf-upload-limits" id={`${field.id}-limits`}>
      {t(limits.max > 1 ? 'form.upload.limits_each' : 'form.upload.limits', values)}
    </span>
  )
}
