import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { Refusal } from '#server/errors.ts'
import type { FreeHandler, Handler } from '#server/features/feature.ts'

export function operationHandler(endpoint: EndpointDocument, _module: string): Handler | FreeHandler {
  return async () => { throw new Refusal('endpoint-404', { userMessage: endpoint.name }) }
}
