import { useLocale } from '#renderer/locale/use-locale.ts'

const keys = { options: 'form.select.none', labels: 'form.empty.labels', folders: 'form.empty.folders', users: 'form.empty.users' } as const

/** The kind of choices, for the text that is shown without any. */
export type EmptyKind = keyof typeof keys

/** `No labels`, `No folders` … in the reader's language; `No options` for a kind that is not known. */
export function useEmptyText(kind: EmptyKind = 'options'): string {
  const { t } = useLocale()
  return t(Object.hasOwn(keys, kind) ? keys[kind] : keys.options)
}
