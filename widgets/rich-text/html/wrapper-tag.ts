const drawn = [
  'abbr',
  'mark',
  'kbd',
  'small',
  'cite',
  'q',
  'time',
  'var',
  'samp',
  'dfn',
  'bdi',
  'bdo',
  'ins',
  'del',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'code',
  'sub',
  'sup',
] as const
type DrawnTag = (typeof drawn)[number] | 'span'

/** The tag that an inline element of others is drawn with; it does nothing but look. */
export const safeWrapperTag = (tag: string): DrawnTag => drawn.find((one) => one === tag) ?? 'span'
