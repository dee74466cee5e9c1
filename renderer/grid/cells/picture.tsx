import { useState } from 'react'
import { Icon } from '#renderer/ui/icon.tsx'

interface PictureProps {
  src: string
  /** Empty if a text next to it describes the picture. */
  alt: string
  /** Pixels of each side. */
  size: number
  className?: string
}

/** A small picture. If it cannot be loaded, a placeholder with the alternative text. */
export function Picture({ src, alt, size, className }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (failed === src) {
    return (
      <span
        className="grid-no-image"
        role={alt === '' ? undefined : 'img'}
        aria-label={alt || undefined}
        aria-hidden={alt === '' || undefined}
        title={alt || undefined}
        style={{ inlineSize: size, blockSize: size }}
      >
        <Icon name="image" size={size / 2} />
      </span>
    )
  }
  return (
    <img
      className={className}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  )
}
