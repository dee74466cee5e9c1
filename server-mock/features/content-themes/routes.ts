import type { Feature, Handler } from '#server/feature.ts'
import { listRecords } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { seedThemes } from './seed.ts'

/** Questions in the order that was given them by hand. The permission of the endpoint stands for the entity's. */
const faqList: Handler<'content-themes-faq-list'> = async (context) => {
  const { results, metadata } = await listRecords(context, 'faq', context.params, { permitted: true, sort: 'order' })
  return { results: recordResults(results as never), metadata: { pagination: { ...metadata.pagination } } }
}

/** Slideshows and questions are documents; only the order of the list is said here. */
export const contentThemes: Feature = { module: 'content-themes', handlers: { 'content-themes-faq-list': faqList }, seed: seedThemes }
