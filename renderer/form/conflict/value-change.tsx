import { useLocale } from '#renderer/locale/use-locale.ts'
import { isEmpty, type PathList } from '#renderer/form/data/path.ts'
import { readableValue, type Reading } from '#renderer/form/data/readable-value.ts'

/** Old value → new value in readable form; a long text is cut to the changed part. */
export function ValueChange({ before, after, path, reading }: { before: unknown; after: unknown; path: PathList; reading: Reading }) {
  const { t, dir } = useLocale()
  const row = typeof path.at(-1) === 'number'
  const show = (value: unknown): string => (row && isEmpty(value) ? t('form.conflict.removed') : readableValue(value, path, reading))
  const [old, present] = around(show(before), show(after))
  return (
    <span className="pf-change">
      {!(row && isEmpty(before)) && (
        <>
          <del dir="auto">{old}</del>
          <span aria-hidden="true"> {dir === 'rtl' ? '←' : '→'} </span>
        </>
      )}
      <ins dir="auto">{present}</ins>
    </span>
  )
}

const mostShown = 240
const lead = 60

/** Both texts from shortly before the place where they part, when either is long. */
function around(old: string, present: string): [string, string] {
  if (old.length <= mostShown && present.length <= mostShown) return [old, present]
  let same = 0
  while (same < old.length && same < present.length && old[same] === present[same]) same += 1
  const from = Math.max(0, same - lead)
  const cut = (text: string): string =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + mostShown)}${text.length > from + mostShown ? '…' : ''}`
  return [cut(old), cut(present)]
}
