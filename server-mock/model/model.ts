/**
 * The generic calls over any entity. Each takes the open transaction, checks access of the entity for the caller and
 * throws `Refusal`; each write raises the record's version and leaves a row in the audit.
 *
 * assumed: signatures below are the ones that features build on; see the files beside this one.
 *
 *   describe(context, model)                                  -> info
 *   listRecords(context, model, query)                        -> { results, metadata: { pagination } }
 *   readRecord(context, model, id, { edit? })                 -> record (localised; maps with edit)
 *   saveRecord(context, model, { id?, version?, data })       -> record
 *   trashRecord | restoreRecord | destroyRecord(context, model, id, version?)  -> record | { id }
 *   setActive(context, model, id, version | undefined, active) -> record
 *   gridRows(context, gridName, query)                        -> { rows, pagination, tabs: {key,count,count_is_exact}[] }
 *
 * `context` is `Pick<CallContext, 'caller' | 'registry' | 'trx' | 'now'>`. Options `{ trusted: true }` as last argument
 * skip the entity's access (never its validation), for a feature that has checked access itself.
 */
export {}
