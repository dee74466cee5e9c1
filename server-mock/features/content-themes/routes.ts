import { ApiError } from '#server/errors.ts'
import type { Feature, Handler } from '#server/feature.ts'
import { readCombo } from '#server/model/combos.ts'
import { listRecords } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { seedThemes } from './seed.ts'

/** Questions in the order that was given them by hand. The permission of the endpoint stands for the entity's. */
const faqList: Handler<'content-themes-faq-list'> = async (context) => {
  const { results, metadata } = await listRecords(context, 'faq', context.params, { permitted: true, sort: 'order' })
  return { results: recordResults(results as never), metadata: { pagination: { ...metadata.pagination } } }
}

/** The title of a type, which is a choice of the field and no record. @throws `not-found` */
const faqType: Handler<'content-themes-faq-type'> = async (context) => {
  const types = await readCombo(context, context.combos ?? new Map(), 'faq.type', { permitted: true })
  const type = types.find(({ value }) => value === context.params.type)
  if (!type) throw new ApiError('not-found')
  return { results: { type: context.params.type, title: type.title } }
}

/** Slideshows and questions are documents; only the order of the list and the titles of types are said here. */
export const contentThemes: Feature = {
  module: 'content-themes',
  handlers: { 'content-themes-faq-list': faqList, 'content-themes-faq-type': faqType },
  seed: seedThemes,
}
