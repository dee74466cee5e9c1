import { showControls } from '#schemas/rules/text/show-controls.ts'
import type { TriedProblem } from './use-trial.ts'
import { useTexts } from './use-texts.ts'

interface ProblemListProps {
  problems: readonly TriedProblem[]
  path: string
  onOpen: (problem: TriedProblem) => void
}

/** The problems of a document: place, allowed values, and the value that was probably meant. */
export function ProblemList({ problems, path, onOpen }: ProblemListProps) {
  const say = useTexts()
  if (problems.length === 0) return null
  return (
    <ul className="dt-problems">
      {problems.map((problem, index) => (
        <li key={index} data-severity={problem.severity}>
          <button type="button" className="dt-place" disabled={problem.file !== path} onClick={() => onOpen(problem)}>
            {problem.file === path ? (
              say('line', { line: problem.line ?? 1, column: problem.column ?? 1 })
            ) : (
              <bdi dir="ltr">{problem.file}</bdi>
            )}
          </button>
          <span>
            <bdi dir="ltr">{problem.message}</bdi> {problem.pointer && <code dir="ltr">{showControls(problem.pointer)}</code>}
            {problem.suggestion && (
              <span className="dt-hint">
                {say('suggestion')} <code dir="ltr">{problem.suggestion}</code>
              </span>
            )}
            {problem.allowed && problem.allowed.length > 0 && problem.allowed.length <= 30 && (
              <span className="dt-hint">
                {say('allowed')} <code dir="ltr">{problem.allowed.join(', ')}</code>
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
