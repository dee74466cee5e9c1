import { createContext, use } from 'react'

/** Heading of the panel or tab around a field that is alone in it; undefined around several. */
export const GroupHeading = createContext<string | undefined>(undefined)

/** The heading of a group for its only field. */
export const headingOfOne = (title: string, fields: unknown): string | undefined =>
  Array.isArray(fields) && fields.length === 1 && typeof fields[0] === 'string' ? title : undefined

/** Class of a field's label: one without a mark that would only repeat the heading above it is left to screen readers. */
export function useLabelClass(label: string, required: boolean): string {
  return use(GroupHeading) === label && !required ? 'pf-label pk-visually-hidden' : 'pf-label'
}
