import type { EndpointDocument } from '#schemas/types/contract.d.ts'

/** Part of a call that documents insert from: its query or its body. */
export type CallPart = 'params' | 'payload'

/** Which part of a call names the record: GET and DELETE have no body. */
export const partOf = (method: EndpointDocument['method']): CallPart => (method === 'GET' || method === 'DELETE' ? 'params' : 'payload')
