import { callNamed } from './call.ts'
import { isTrialKnown } from './publication.ts'

/** The page that is open: its screen, or the module of its list. */
let page: { screen?: string; module?: string } = {}

export const noteOpenPage = (open: typeof page): void => {
  page = open
}

/** Tells the server of a fault on the open page, while versions of documents are compared; the user sees the fault itself. */
export function reportFault(): void {
  if (isTrialKnown()) void callNamed('panel-fault', { payload: page, background: true }).catch(() => undefined)
}
