import { createElement } from 'react'
import { lazyComponent } from '#renderer/documents/lazy-component.tsx'
import { Loading } from '#renderer/ui/loading.tsx'

const blocks = () => import('./blocks/blocks.tsx')

/** The blocks of a page, whose code is fetched with the first page that has some. */
export const Blocks = lazyComponent(() => blocks().then((module) => ({ default: module.Blocks })), { waiting: createElement(Loading) })

/** How long what a page shows waits for the code that draws it: together they appear at once, not block by block. */
const togetherMs = 300

/** Fetches the code of a page's blocks. Settles when it is there, or when it takes so long that each block is to come by itself. */
export function fetchBlockParts(body: unknown): Promise<void> {
  const fetched = blocks().then(({ preloadBlocks }) => preloadBlocks(body))
  return Promise.race([fetched.catch(() => {}), new Promise<void>((resolve) => setTimeout(resolve, togetherMs))])
}
