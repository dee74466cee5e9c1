import { useLocale } from '#renderer/locale/use-locale.ts'
import type { DocumentProblem } from '#renderer/documents/document-problems.ts'

/** Reports a missing or invalid block in its place, with document and JSON pointer. */
export function BlockNotice({
  document,
  pointer,
  messageKey,
  values,
}: {
  document: string
  pointer: string
  messageKey: string
  values?: Record<string, string>
}) {
  const { t } = useLocale()
  return (
    <div className="pf-placeholder" role="note">
      <strong>{t(messageKey, values)}</strong>
      <code dir="ltr">{`${document} ${pointer}`}</code>
    </div>
  )
}

/** The same for problems that reading the block has found. */
export const ProblemNotices = ({ document, problems }: { document: string; problems: readonly DocumentProblem[] }) =>
  problems.map(({ pointer, key, values }) => (
    <BlockNotice key={`${pointer} ${key}`} document={document} pointer={pointer} messageKey={key} values={values} />
  ))
