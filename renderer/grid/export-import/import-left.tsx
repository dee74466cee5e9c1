import { useEffect, useState } from 'react'
import { call } from '#renderer/api/call.ts'
import type { TaskAnswer } from '#schemas/types/contract.d.ts'
import { askedOf, leftImport } from './import-task.ts'
import type { Taken } from './export-import.ts'

interface ImportLeftProps extends Pick<Taken, 'params' | 'formats'> {
  grid: string
  onResume: (task: TaskAnswer) => void
}

/** Offers to return to the last import in this list; choosing another file starts a new one. */
export function ImportLeft({ grid, params, formats: { t }, onResume }: ImportLeftProps) {
  const [tasks, setTasks] = useState<readonly TaskAnswer[]>([])
  useEffect(() => {
    const request = new AbortController()
    // Without the offer a file is chosen as ever.
    call('task-list', { background: true, signal: request.signal }).then(
      ({ results }) => setTasks(results),
      () => {},
    )
    return () => request.abort()
  }, [])
  const left = leftImport(tasks, grid, params)
  return (
    <div className="grid-import-left" role="status">
      {left ? (
        <>
          <span>{t('grid.import_left', { name: askedOf(left).name })}</span>{' '}
          <button type="button" className="grid-button" onClick={() => onResume(left)}>
            {t('grid.import_continue')}
          </button>
        </>
      ) : null}
    </div>
  )
}
