import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { productRoot } from '#schemas/cli/contract-bundle.ts'
import type { Terminal } from '#schemas/cli/terminal.ts'
import { UsageError } from '#schemas/cli/usage-error.ts'
import type { GalleryState } from '#schemas/gallery/gallery-state.ts'
import type { GalleryResult, Picture, Scheme } from '#schemas/gallery/result.ts'

/** The interface of `server-mock/gallery/gallery.ts`, which is loaded only when it is needed. */
interface GalleryScript {
  drawGallery: (folders: readonly string[], options: GalleryOptions) => Promise<GalleryResult>
  NoBrowser: new () => Error
}

export interface GalleryOptions {
  root: string
  env: Terminal['env']
  /** Folder of the pictures; those of the last run in it are compared. */
  out: string
  states: readonly GalleryState[]
  locales: readonly string[]
  schemes: readonly Scheme[]
  widths: readonly number[]
  /** Draws only what has this in its name, or a path that begins like this. */
  only?: string
  /** Pages at the same time; 2 when left out. */
  workers?: number
  /** Walks through each surface by Tab too. */
  hasKeyboard?: boolean
  onPicture?: (picture: Picture) => void
}

/** @throws UsageError when the command line is not built */
export async function loadGallery(): Promise<GalleryScript> {
  const script = join(productRoot, 'dist/server/gallery.js')
  if (!existsSync(script)) throw new UsageError('run "npm run build" first')
  return (await import(/* @vite-ignore */ pathToFileURL(script).href)) as GalleryScript
}
