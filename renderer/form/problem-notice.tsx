import type { FormProblem } from './check-form.ts'
import { useFormScope } from './form-context.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** Says what a form document got wrong, where it shows: document, JSON pointer, sentence. */
export function ProblemNotice({ problems, documentName }: { problems: FormProblem[]; documentName?: string }) {
  const { t } = useLocale()
  return problems.map((problem) => (
    <div key={problem.pointer} className="pf-placeholder" role="note">
      <strong>{t(problem.key, problem.values)}{problem.values.near ? ` ${t('form.problem.did_you_mean', { name: problem.values.near })}` : ''}</strong>
      <DocumentPlace documentName={documentName} pointer={problem.pointer} />
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
