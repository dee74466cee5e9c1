import { foldText } from '#schemas/rules/numbers/digits.ts'
import { holdsWords, readSearch } from '#schemas/rules/text/search-words.ts'
import { isAllowed } from '#server/caller.ts'
import { entityAccess, fieldOptions, findEntity, findField, mayReadField } from '#server/documents/entity-field.ts'
import { validationError, ApiError } from '#server/errors.ts'
import type { ModelOptions } from './context.ts'
import type { CallContext, Combo, ComboOption, Feature } from '#server/feature.ts'

/** Lists of choices by name, with the module that each comes from. */
export type Combos = ReadonlyMap<string, Combo & { module: string }>

export const collectCombos = (features: readonly Pick<Feature, 'module' | 'combos'>[]): Combos =>
  new Map(
    features.flatMap(({ module, combos: own = {} }) => Object.entries(own).map(([name, combo]) => [name, { ...combo, module }] as const)),
  )

/**
 * The options that hold every word of the term in title, value or group, whatever letters and digits it is typed in: first
 * those whose title begins with it, then those in which a word does.
 */
export function matching(options: readonly ComboOption[], term: string, ids?: string): ComboOption[] {
  const wanted = ids === undefined || ids === '' ? undefined : new Set(ids.split(','))
  const { words } = readSearch(term)
  if (wanted) return options.filter((option) => wanted.has(String(option.value)))
  const containing = options.filter((option) => {
    const text = foldText(`${option.title} ${option.value} ${option.group ?? ''}`)
    return holdsWords(text, words)
  })
  if (words.length === 0) return containing
  const rank = ({ title }: ComboOption): number => {
    const text = foldText(title)
    if (text.startsWith(foldText(term))) return 0
    return words.every((spellings) => spellings.some((word) => beginsWord(text, word))) ? 1 : 2
  }
  return containing
    .map((option) => ({ option, rank: rank(option) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

/** Whether a word of the text begins so; anything that is neither letter nor digit parts words. */
const beginsWord = (text: string, start: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(start)) || text.startsWith(start)

const always: ReadonlySet<string> = new Set(['group', 'color', 'disabled'])

/** An option with the further keys that a call requests. */
export function narrowed({ value, title, ...rest }: ComboOption, fields: string | undefined): ComboOption {
  const requested = new Set(fields?.split(','))
  const further = Object.entries(rest).filter(([key, content]) => content !== undefined && (always.has(key) || requested.has(key)))
  return { value, title, ...Object.fromEntries(further) }
}

/** @throws a 422 that names the lists there are when there is none of this name, and `permission-denied`. */
export async function readCombo(
  context: CallContext,
  combos: Combos,
  name: string,
  { permitted }: ModelOptions = {},
): Promise<ComboOption[]> {
  const { registry, caller, config } = context
  const combo = combos.get(name)
  if (combo && registry.modules.has(combo.module)) {
    if (!permitted && !isAllowed(caller, combo.access)) throw new ApiError('permission-denied')
    return combo.read(context)
  }
  const [entityName, ...path] = name.split('.')
  const entity = findEntity(registry, entityName)
  const field = entity && path.length > 0 ? findField(registry, entity, path.join('.')) : undefined
  const expansion = { registry, reader: { ...caller, locales: config.locales }, module: entity?.module ?? 'panel' }
  const options = field && fieldOptions(expansion, field)
  if (!entity || !field || !options) {
    const known = [...combos]
      .filter(([, each]) => registry.modules.has(each.module) && isAllowed(caller, each.access))
      .map(([each]) => each)
    throw validationError({
      name: [registry.message('panel', caller.locale, 'combo.unknown', { name: name.slice(0, 80), known: known.join(', ') })],
    })
  }
  if ((!permitted && !isAllowed(caller, entityAccess(entity.document, 'read'))) || !mayReadField(expansion, entity, path.join('.')))
    throw new ApiError('permission-denied')
  return options.map((option) => ({ ...option, value: option.value as string | number, title: option.title ?? String(option.value) }))
}
