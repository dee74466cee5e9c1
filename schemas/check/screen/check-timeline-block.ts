import type { ScreenDocumentTimelineBlock } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, visitsOf, type CheckedDocument } from '#schemas/check/checked-document.ts'

/** Checks that timelines of a page are of entities that have one, and of a record. */
export function checkTimelineBlocks(document: CheckedDocument): void {
  for (const { pointer, value } of visitsOf<ScreenDocumentTimelineBlock>(document, 'screen/timeline_block')) {
    const here = at(pointer, 'timeline')
    const entity = expectFound(document, here, document.scope.entity(value.timeline), `there is no entity "${value.timeline}"`)
    if (entity && !entity.timeline)
      error(document, here, `the entity "${entity.name}" has no timeline: write "timeline": {} in entities/${entity.name}.json`)
    else if (entity?.generic === 'none')
      error(document, here, `no generic call reads records of "${entity.name}", so nothing would be shown: its "generic" says "none"`)
    if (!/\{[^{}]+\}/.test(value.of) && !/^\d+$/.test(value.of))
      error(document, at(pointer, 'of'), `"${value.of}" is no record's id: write an insertion, e.g. "{route.id}"`, {
        suggestion: '{route.id}',
      })
  }
}
