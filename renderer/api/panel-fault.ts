import { callNamed } from './call.ts'
import { isTrialKnown } from './publication.ts'

/** Tells the server that the panel met a fault in a document, while versions of documents are compared; the user sees the fault itself. */
export function reportFault(page: { screen?: string; module?: string }): void {
  if (isTrialKnown()) void callNamed('panel-fault', { payload: page, background: true }).catch(() => undefined)
}
