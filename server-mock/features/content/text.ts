import type { CallContext } from '#server/feature.ts'

/** A sentence of this module in the caller's locale. */
export const text = (
  { registry, caller }: Pick<CallContext, 'registry' | 'caller'>,
  key: string,
  values?: Record<string, unknown>,
): string => registry.message('content', caller.locale, key, values)
