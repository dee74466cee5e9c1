import { useLocale } from '#renderer/locale/use-locale.ts'
import { showControls } from '#schemas/rules/text/show-controls.ts'
import { sentenceOf, type DocumentProblem } from './document-problems.ts'

/** One line that says that parts of a document were left out; opened, which ones and why. Nothing when all is well. */
export function DocumentNotice({ document, problems }: { document: string; problems: readonly DocumentProblem[] }) {
  const { t } = useLocale()
  if (problems.length === 0) return null
  return (
    <details className="pk-problems" data-document={document}>
      <summary>
        {t('blocks.parts_left_out')} <code dir="ltr">{document}</code>
      </summary>
      <ProblemList problems={problems} />
    </details>
  )
}

/** Each problem with its place. */
export function ProblemList({ problems }: { problems: readonly DocumentProblem[] }) {
  const { t } = useLocale()
  return (
    <ul>
      {problems.map((problem) => (
        <li key={`${problem.pointer} ${problem.key}`}>
          <code dir="ltr">{showControls(problem.pointer) || '/'}</code> <bdi>{sentenceOf(problem, t)}</bdi>
        </li>
      ))}
    </ul>
  )
}
