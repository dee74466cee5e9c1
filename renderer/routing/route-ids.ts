const isId = (name: string, text: string): boolean => /^(?:id|.+_id)$/.test(name) && /^[1-9]\d{0,14}$/.test(text)

/**
 * Parts of a path as documents insert them: ids that are whole numbers are numbers, as calls and records have them. `{
 * type: 'article', id: '7' }` is `{ type: 'article', id: 7 }`.
 */
export const withIds = (params: Record<string, string>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, isId(name, text) ? Number(text) : text]))
