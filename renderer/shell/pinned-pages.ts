import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import { asFailure } from '#renderer/api/call-failure.ts'
import { callNamed } from '#renderer/api/call.ts'
import { refresh } from '#renderer/api/refresh.ts'
import { showFailure } from '#renderer/api/show-failure.ts'

export type PinnedPage = NonNullable<LayoutAnswer['pinned']>[number]

/** Most pages that are kept; the server refuses more. */
export const maxPinned = 12

/** The pages with this one pinned, or without it where it was. */
export const togglePinned = (pinned: readonly PinnedPage[], page: PinnedPage): PinnedPage[] =>
  pinned.some(({ path }) => path === page.path) ? pinned.filter(({ path }) => path !== page.path) : [...pinned, page].slice(-maxPinned)

/** Keeps the pages on the server; the frame shows them once they are kept. */
export async function savePinned(pages: readonly PinnedPage[]): Promise<void> {
  try {
    await callNamed('pinned-pages-save', { method: 'PUT', payload: { pages }, background: true })
    refresh('layout')
  } catch (error) {
    showFailure(asFailure(error, 'pinned-pages-save'))
  }
}
