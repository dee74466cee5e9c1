import type { Badge } from './sidebar-items.ts'

const roles = ['default', 'primary', 'success', 'warning', 'danger', 'info']

/** Attributes for a named or a custom colour. */
export function colorOf(color: string | undefined) {
  const role = color !== undefined && roles.includes(color) ? color : undefined
  const style = color && !role ? ({ '--pk-badge': color } as React.CSSProperties) : undefined
  return { 'data-color': role ?? (style ? 'custom' : 'default'), style }
}

/** The badge of an entry, in a named or a custom colour. */
export function BadgeMark({ badge }: { badge?: Badge }) {
  if (!badge) return null
  return (
    <span className="pk-badge" {...colorOf(badge.color)}>
      {badge.title}
    </span>
  )
}
