import type { CallContext } from './feature.ts'

/** Sentences of one module in the caller's locale: `const text = moduleText('content')`, then `text(context, 'slug_taken')`. */
export const moduleText =
  (module: string) =>
  ({ registry, caller }: Pick<CallContext, 'registry' | 'caller'>, key: string, values?: Record<string, unknown>): string =>
    registry.message(module, caller.locale, key, values)
