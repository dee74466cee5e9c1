import type { PictureChange } from '#schemas/cli/replay/picture-change.ts'
import type { GalleryState } from './gallery-state.ts'

export const galleryLocales = ['fa', 'en'] as const
export const gallerySchemes = ['light', 'dark'] as const
export const galleryWidths = [1366, 390] as const
export type Scheme = (typeof gallerySchemes)[number]

/** What a gallery draws: a page of its own, or a dialog that is opened on one. */
export interface Surface {
  /** Unique, and the name of its folder: `content-type-list`, `modal-content-category-edit`. */
  id: string
  module: string
  kind: 'screen' | 'grid' | 'modal'
  /** Path that is opened. */
  path: string
  /** Drawn to somebody who is not signed in. */
  isForGuests?: boolean
}

/** What is wrong with a picture. */
export interface Finding {
  rule: 'axe' | 'reflow' | 'cut' | 'text' | 'name' | 'console' | 'policy' | 'drawing' | 'keyboard' | 'direction'
  text: string
}

export interface Picture {
  surface: Surface
  state: GalleryState
  locale: string
  scheme: Scheme
  width: number
  /** Path of the PNG in the gallery's folder. */
  file: string
  findings: Finding[]
  /** Against the last run: undefined if it looks the same. */
  change?: PictureChange | 'new'
  /** Path of the last run's picture, where it is different. */
  before?: string
}

export interface GalleryResult {
  pictures: Picture[]
  /** What could not be drawn, and why. */
  missed: { id: string; reason: string }[]
  /** Pictures of the last run that are no longer drawn. */
  gone: string[]
  ms: number
}
