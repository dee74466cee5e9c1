import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import { useModals } from '#renderer/dialog/modal-store.ts'
import { translate } from '#renderer/locale/translate.ts'
import { showToast } from '#renderer/ui/toast-store.ts'
import { heldMinutes } from './keep-minutes.ts'

export type ReportWords = NonNullable<LayoutAnswer['report']>

/** From where a report is begun: what was done to get there is no part of it. */
export type ReportOpener = 'menu' | 'palette' | 'keys'

/** The code of reports, which is fetched ahead so that the loss of the network can be reported too. */
export const loadReport = () => import('./prepare-report.tsx')

let isOpening = false

/** Takes what is held and a picture of the page as it is, and shows both in a dialog. Nothing is stored or sent. */
export function openProblemReport(words: ReportWords, opener: ReportOpener): void {
  if (isOpening || useModals.getState().stack.some(({ kind }) => kind === 'part')) return
  isOpening = true
  const held = words.recording ? heldMinutes() : undefined
  void loadReport()
    .then(({ prepareReport }) => prepareReport({ words, opener, held }))
    .catch(() => showToast({ tone: 'danger', text: translate('errors.network') }))
    .finally(() => {
      isOpening = false
    })
}
