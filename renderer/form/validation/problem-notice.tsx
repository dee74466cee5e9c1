import { sentenceOf } from '#renderer/documents/document-problems.ts'
import { showControls } from '#schemas/rules/text/show-controls.ts'
import type { FormProblem } from './check-form.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** Lists the problems of a form document: document, JSON pointer, message. */
export function ProblemNotice({ problems, documentName }: { problems: FormProblem[]; documentName?: string }) {
  const { t } = useLocale()
  return problems.map((problem) => (
    <div key={problem.pointer} className="pf-placeholder" role="note">
      <strong>{sentenceOf(problem, t)}</strong>
      <DocumentPlace documentName={documentName} pointer={showControls(problem.pointer)} />
    </div>
  ))
}

function DocumentPlace({ documentName, pointer }: { documentName?: string; pointer: string }) {
  return documentName === undefined ? <ScopedPlace pointer={pointer} /> : <code dir="ltr">{`${documentName} ${pointer}`.trim()}</code>
}

function ScopedPlace({ pointer }: { pointer: string }) {
  const { documentName } = useFormScope()
  return <code dir="ltr">{`${documentName} ${pointer}`.trim()}</code>
}
