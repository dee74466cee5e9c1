import { iconPaths } from './icon-paths.ts'

interface IconProps {
  name: string | null | undefined
  size?: number
  label?: string
}

/**
 * An icon of the panel's set by the name that documents use; an unknown name draws a plain dot. Names are those of left to right:
 * `arrow-left` points to where a line begins, which is the right side in Persian.
 */
export function Icon({ name, size = 18, label }: IconProps) {
  const paths = iconPaths[name ?? ''] ?? iconPaths.dot!
  return (
    <svg
      className={name && flipped.has(name) ? 'pk-icon pk-icon-flip' : 'pk-icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={paths} />
    </svg>
  )
}

/** Icons that point somewhere and are mirrored from right to left. */
const flipped = new Set([
  'next',
  'previous',
  'logout',
  'undo',
  'redo',
  'external',
  'send',
  'list',
  'collapse',
  'expand',
  'arrow-left',
  'arrow-right',
])
