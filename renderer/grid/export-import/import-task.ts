import type { useLocale } from '#renderer/locale/use-locale.ts'
import { isUnfinished } from '#renderer/tasks/task-store.ts'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import type { ImportMode, ImportReport } from './use-import.ts'

/** The input of an import task. */
export interface ImportAsked {
  import: string
  grid: string
  params: Record<string, unknown>
  /** Of the file. */
  name: string
  mapping: Record<string, number>
  mode: ImportMode
  dry?: boolean
}

export const askedOf = (task: TaskAnswer) => task.about as unknown as ImportAsked
const reportOf = ({ result }: TaskAnswer) => result as unknown as ImportReport | null | undefined

/** The result of a task as text; undefined while it runs, and if it failed as a whole. */
export function importText(
  task: TaskAnswer,
  { t, formatNumber }: Pick<ReturnType<typeof useLocale>, 't' | 'formatNumber'>,
): string | undefined {
  if (task.state === 'cancelled') return t(askedOf(task).dry ? 'grid.import_check_stopped' : 'grid.import_cancelled')
  if (task.state !== 'done') return undefined
  const report = reportOf(task)
  return report?.is_written
    ? t('grid.imported', { created: formatNumber(report.created), updated: formatNumber(report.updated) })
    : t(task.failed > 0 ? 'grid.import_faulty' : 'grid.import_fine')
}

/** False for an import that was written: there is nothing to go back to. */
export const isImportOpen = (task: TaskAnswer): boolean => reportOf(task)?.is_written !== true

/** The last import in a list that is still running, or whose check waits for a decision; `tasks` are the user's, newest first. */
export function leftImport(
  tasks: readonly TaskAnswer[],
  grid: string,
  params: Readonly<Record<string, unknown>> = {},
): TaskAnswer | undefined {
  const latest = tasks.find(
    (task) =>
      task.kind === 'grid-import' &&
      askedOf(task)?.grid === grid &&
      Object.entries(askedOf(task).params).every(([name, value]) => String(params[name]) === String(value)),
  )
  return latest && (isUnfinished(latest) || (latest.state === 'done' && askedOf(latest).dry)) ? latest : undefined
}
