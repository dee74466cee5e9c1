import { hasTexts, readList, readText, unknownValue, wrongType, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { ModalAnswer } from '#schemas/types/contract.d.ts'

const sizes = ['sm', 'md', 'lg', 'xl', 'full', 'drawer'] as const

/** Reads the document of a modal: valid parts are used, the others are reported with their place. */
export function readModal(given: ModalAnswer): { modal: ModalAnswer; problems: DocumentProblem[] } {
  const problems: DocumentProblem[] = []
  const { title, text, size, buttons, fetch } = given as unknown as Record<string, unknown>
  if (size !== undefined && !sizes.some((known) => known === size)) problems.push(unknownValue('/size', size, sizes))
  if (fetch !== undefined && !(isRecord(fetch) && typeof fetch.name === 'string')) problems.push(wrongType('/fetch', 'object', fetch))
  return {
    modal: {
      ...given,
      title: title === undefined ? '' : (readText(title, '/title', problems) ?? ''),
      text: readText(text, '/text', problems),
      size: sizes.find((known) => known === size),
      fetch: isRecord(fetch) && typeof fetch.name === 'string' ? given.fetch : undefined,
      buttons: buttons === undefined ? undefined : readList(buttons, '/buttons', hasTexts('id', 'title'), problems),
    },
    problems,
  }
}
