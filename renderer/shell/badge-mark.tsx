import type { Badge } from './sidebar-items.ts'

const roles = ['default', 'primary', 'success', 'warning', 'danger', 'info']

/** The badge of an entry, in a named or a custom colour. */
export function BadgeMark({ badge }: { badge?: Badge }) {
  if (!badge) return null
  const role = badge.color && roles.includes(badge.color) ? badge.color : undefined
  const style = badge.color && !role ? ({ '--pk-badge': badge.color } as React.CSSProperties) : undefined
  return (
    <span className="pk-badge" data-color={role ?? (style ? 'custom' : 'default')} style={style}>
      {badge.title}
    </span>
  )
}
