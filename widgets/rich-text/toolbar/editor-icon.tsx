import type { Tool } from './presets.ts'

export type EditorIconName =
  | Tool
  | 'align-start'
  | 'align-center'
  | 'align-end'
  | 'align-justify'
  | 'rtl'
  | 'ltr'
  | 'down'
  | 'up'
  | 'close'
  | 'edit'
  | 'unlink'
  | 'retry'
  | 'more'

/** One path on a 24-pixel square each. */
const paths: Record<Exclude<EditorIconName, 'block'>, string> = {
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M6 20h12',
  strike:
    'M4 12h16M16.500 7.500C16 5.500 14.200 5 12 5c-2.600 0-4.500 1.200-4.500 3.300 0 1 .5 1.800 1.500 2.400M7.500 16c.4 2 2.200 3 4.500 3 2.700 0 4.700-1.200 4.700-3.500 0-.5-.1-1-.3-1.500',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  sub: 'M4 6l8 10M12 6L4 16M16 16.500c0-1 .8-1.700 2-1.700s2 .7 2 1.600c0 1.600-4 2.400-4 4.600h4',
  sup: 'M4 8l8 10M12 8L4 18M16 5.500c0-1 .8-1.700 2-1.700s2 .7 2 1.600c0 1.600-4 2.400-4 4.600h4',
  color: 'M8 15l4-10 4 10M9.500 11.500h5',
  clear: 'M7 5h12M13 5l-3 10M5 19h8M15 15l5 5M20 15l-5 5',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.500 6v.010M4.500 12v.010M4.500 18v.010',
  numbers: 'M10 6h10M10 12h10M10 18h10M5 4v4M5 10v4M5 16v4',
  indent: 'M4 5h16M11 10h9M11 14h9M4 19h16M4 9.500l3 2.500-3 2.500',
  outdent: 'M4 5h16M11 10h9M11 14h9M4 19h16M7 9.500L4 12l3 2.500',
  align: 'M4 6h16M4 10h10M4 14h16M4 18h10',
  'align-start': 'M4 6h16M4 10h10M4 14h16M4 18h10',
  'align-center': 'M4 6h16M7 10h10M4 14h16M7 18h10',
  'align-end': 'M4 6h16M10 10h10M4 14h16M10 18h10',
  'align-justify': 'M4 6h16M4 10h16M4 14h16M4 18h16',
  direction: 'M10 4v11M14 4v11M17 4h-7a3.500 3.500 0 0 0 0 7M5 19h14M16 16l3 3-3 3',
  ltr: 'M10 4v11M14 4v11M17 4h-7a3.500 3.500 0 0 0 0 7M5 19h14M16 16l3 3-3 3',
  rtl: 'M10 4v11M14 4v11M17 4h-7a3.500 3.500 0 0 0 0 7M5 19h14M8 16l-3 3 3 3',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  unlink: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1M4 4l16 16',
  image:
    'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM9 8.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 1 0 0-3M4 18l5-5 4 4 3-3 4 4',
  table: 'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM3 10h18M3 15h18M12 4v16',
  quote: 'M5 6v12M10 8h10M10 12h10M10 16h6',
  rule: 'M3 12h18M7 6h10M7 18h10',
  source: 'M4 7V5h16v14H4v-2M9 9l-3 3 3 3M13 9l3 3-3 3',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  down: 'M6 9l6 6 6-6',
  more: 'M5 12v.010M12 12v.010M19 12v.010',
  up: 'M6 15l6-6 6 6',
  close: 'M6 6l12 12M18 6L6 18',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13.500 6.500l4 4',
  retry: 'M20 11A8 8 0 0 0 5.500 7.500L4 9M4 4v5h5M4 13a8 8 0 0 0 14.500 3.500L20 15M20 20v-5h-5',
}

/** Icons that point along the line and turn with it. */
const flipped = new Set<string>([
  'undo',
  'redo',
  'bullets',
  'numbers',
  'indent',
  'outdent',
  'align',
  'align-start',
  'align-end',
  'quote',
  'unlink',
  'link',
])

export const EditorIcon = ({ name, size = 18 }: { name: Exclude<EditorIconName, 'block'>; size?: number }) => (
  <svg
    className={flipped.has(name) ? 'pk-icon pk-icon-flip' : 'pk-icon'}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
