import { useEffect, useRef, useState } from 'react'
import { Icon } from '#renderer/ui/icon.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import type { FileEntry } from './file-value.ts'

interface LightboxProps {
  pictures: readonly FileEntry[]
  first: string
  onClose: () => void
}

/** One picture over everything else, and from there the others of the field. */
export function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const { t, dir, formatNumber } = useLocale()
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(first)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const at = Math.max(
    0,
    pictures.findIndex(({ key }) => key === shown),
  )
  const picture = pictures[at]
  const step = (by: number): void => {
    const next = pictures[at + by]
    if (next) setShown(next.key)
  }
  if (!picture) return null
  return (
    <dialog
      ref={dialog}
      className="pf-lightbox"
      aria-label={picture.alt ?? picture.name}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) dialog.current?.close()
      }}
      onKeyDown={(event) => {
        // Elements below the lightbox have key handlers of their own.
        event.stopPropagation()
        if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') step((event.key === 'ArrowRight') === (dir === 'ltr') ? 1 : -1)
      }}
    >
      <figure>
        <img src={picture.link} alt={picture.alt ?? picture.name} />
        <figcaption>
          <bdi>{picture.name}</bdi>
          {pictures.length > 1 && <span>{t('form.upload.of', { place: formatNumber(at + 1), total: formatNumber(pictures.length) })}</span>}
        </figcaption>
      </figure>
      <button
        type="button"
        className="pk-icon-button pf-lightbox-close"
        aria-label={t('modal.close')}
        onClick={() => dialog.current?.close()}
      >
        <Icon name="close" />
      </button>
      {pictures.length > 1 && (
        <>
          <button
            type="button"
            className="pk-icon-button pf-lightbox-previous"
            aria-label={t('form.upload.previous')}
            disabled={at === 0}
            onClick={() => step(-1)}
          >
            <Icon name="previous" />
          </button>
          <button
            type="button"
            className="pk-icon-button pf-lightbox-next"
            aria-label={t('form.upload.next')}
            disabled={at === pictures.length - 1}
            onClick={() => step(1)}
          >
            <Icon name="next" />
          </button>
        </>
      )}
    </dialog>
  )
}
