import { isRecord } from '#schemas/rules/is-record.ts'
import type { ScreenAnswer } from '#schemas/types/contract.d.ts'
import {
  hasTexts,
  notThere,
  pointerStep,
  readActions,
  readList,
  readModals,
  readText,
  unknownValue,
  wrongType,
  type DocumentProblem,
} from '#renderer/documents/document-problems.ts'
import { screenLayouts } from '#renderer/routing/route-table.ts'

export interface ReadScreen {
  /** What of the document can be drawn; null when it is no screen at all. */
  screen: ScreenAnswer | null
  problems: DocumentProblem[]
}

/** Reads the response of a screen: valid parts are used, the others are reported with their place. Blocks check their own content. */
export function readScreen(given: unknown, routeName: string): ReadScreen {
  const problems: DocumentProblem[] = []
  if (!isRecord(given)) return { screen: null, problems: [wrongType('', 'object', given)] }
  if (!Array.isArray(given.body)) return { screen: null, problems: [wrongType('/body', 'array', given.body)] }
  if (given.layout !== undefined && !screenLayouts.some((known) => known === given.layout))
    problems.push(unknownValue('/layout', given.layout, screenLayouts))
  const screen: ScreenAnswer = {
    ...(given as unknown as ScreenAnswer),
    name: readText(given.name, '/name', problems) ?? routeName,
    title: readText(given.title, '/title', problems),
    breadcrumbs: given.breadcrumbs === undefined ? undefined : readList(given.breadcrumbs, '/breadcrumbs', hasTexts('title'), problems),
    load: readLoad(given.load, problems),
    actions: readActions(given.actions, '/actions', problems),
    modals: readModals(given.modals, '/modals', problems),
  }
  return { screen, problems }
}

type Load = NonNullable<ScreenAnswer['load']>

function readLoad(given: unknown, problems: DocumentProblem[]): Load {
  if (given === undefined) return {}
  if (!isRecord(given)) {
    problems.push(wrongType('/load', 'object', given))
    return {}
  }
  const check = hasTexts('name')
  return Object.fromEntries(
    Object.entries(given).filter(([as, call]) => {
      const pointer = `/load/${pointerStep(as)}`
      const problem =
        check(call, pointer) ??
        (isRecord(call) && call.params !== undefined && !isRecord(call.params)
          ? wrongType(`${pointer}/params`, 'object', call.params)
          : null)
      if (problem) problems.push(problem)
      return problem === null
    }),
  ) as Load
}

/** Loads whose call no server knows: each is a fault of the screen document, not a page that is not there. */
export const unknownLoads = (names: Readonly<Record<string, string>>): DocumentProblem[] =>
  Object.entries(names).map(([as, name]) => notThere(`/load/${pointerStep(as)}`, name))
