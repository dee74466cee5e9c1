import { useEffect } from 'react'
import { isShortcut } from '#renderer/ui/shortcuts.ts'
import { allowMinutes } from './keep-minutes.ts'
import { loadReport, openProblemReport, type ReportWords } from './open-report.ts'

const idleMs = 10_000

/** Reports of problems as the layout allows them: what is held in memory, and the keys that begin a report, in dialogs too. */
export function useProblemReports(words: ReportWords | undefined): void {
  const isRecording = words?.recording
  useEffect(() => {
    if (isRecording !== undefined) allowMinutes(isRecording)
  }, [isRecording])
  const isOn = words !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => void loadReport().catch(() => undefined), idleMs)
    return () => clearTimeout(timer)
  }, [isOn])
  useEffect(() => {
    if (!words) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'report')) return
      event.preventDefault()
      openProblemReport(words, 'keys')
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [words])
}
