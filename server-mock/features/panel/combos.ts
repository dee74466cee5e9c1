import type { Feature, Handler } from '#server/feature.ts'
import { collectCombos, matching, narrowed, readCombo } from '#server/model/combos.ts'

/** The calls over lists of choices: `combo-dump` answers all of one, `combo-options` those that a term finds, page by page. */
export function comboHandlers(features: readonly Pick<Feature, 'module' | 'combos'>[]): {
  'combo-dump': Handler<'combo-dump'>
  'combo-options': Handler<'combo-options'>
} {
  const combos = collectCombos(features)
  return {
    'combo-dump': async (context) => {
      const options = await readCombo(context, combos, context.params.name)
      return { results: options.map((option) => narrowed(option, context.params.fields)), metadata: { total: options.length } }
    },
    'combo-options': async (context) => {
      const { search = '', ids, page = 1, page_size: pageSize = 50, fields } = context.params
      const matches = matching(await readCombo(context, combos, context.params.name), search, ids)
      return {
        results: matches.slice((page - 1) * pageSize, page * pageSize).map((option) => narrowed(option, fields)),
        metadata: {
          pagination: {
            page,
            page_size: pageSize,
            total: matches.length,
            total_is_exact: true,
            pages: Math.ceil(matches.length / pageSize),
          },
        },
      }
    },
  }
}
