import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  inTime,
  Panel,
  registerServiceWorker,
  resumeRecording,
  setWidgets,
  showLocale,
  startCalls,
  startMinutes,
  watchHistory,
} from '#renderer'
import { widgets } from '#widgets/index.ts'
import { startAnalytics } from './analytics.ts'
import { StartFailure } from './start-failure.tsx'
import { panelTheme } from './theme.ts'
import './theme.css'

setWidgets(widgets, async () => (await import('#widgets/examples.ts')).examples)
watchHistory()
startMinutes()
await resumeRecording()
startCalls()
const isReady = await inTime(showLocale()).then(
  () => true,
  (fault: unknown) => {
    console.error(fault)
    return false
  },
)
createRoot(document.getElementById('root')!).render(<StrictMode>{isReady ? <Panel theme={panelTheme} /> : <StartFailure />}</StrictMode>)
startAnalytics()
if (import.meta.env.PROD) void registerServiceWorker()
