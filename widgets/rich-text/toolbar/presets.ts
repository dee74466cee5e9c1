export type Tool =
  | 'undo'
  | 'redo'
  | 'block'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'code'
  | 'sub'
  | 'sup'
  | 'color'
  | 'clear'
  | 'bullets'
  | 'numbers'
  | 'outdent'
  | 'indent'
  | 'align'
  | 'direction'
  | 'link'
  | 'image'
  | 'table'
  | 'quote'
  | 'rule'
  | 'source'
  | 'fullscreen'
export type Preset = 'full' | 'mini' | 'comment' | 'inline'

/** Groups of controls in each toolbar. */
export const presets: Record<Preset, readonly (readonly Tool[])[]> = {
  full: [
    ['undo', 'redo'],
    ['block'],
    ['bold', 'italic', 'underline', 'strike', 'code', 'sub', 'sup', 'color', 'clear'],
    ['bullets', 'numbers', 'outdent', 'indent'],
    ['align', 'direction'],
    ['link', 'image', 'table', 'quote', 'rule'],
    ['source', 'fullscreen'],
  ],
  mini: [
    ['undo', 'redo'],
    ['bold', 'italic', 'underline'],
    ['bullets', 'numbers'],
    ['link', 'image'],
  ],
  comment: [['bold', 'italic', 'strike', 'code'], ['bullets', 'quote'], ['link']],
  inline: [
    ['bold', 'italic', 'underline'],
    ['link', 'clear'],
  ],
}

/** Tools that stay in sight where the toolbar has no room for all; the others are behind a button of their own there. */
export const firstTools: ReadonlySet<Tool> = new Set<Tool>(['undo', 'bold', 'italic', 'bullets', 'numbers', 'link', 'image'])

/** A toolbar of more tools than this has no room for all of them on a phone. */
export const mostOnPhone = 9

export const toolsOf = (preset: Preset): ReadonlySet<Tool> => new Set(presets[preset].flat())
