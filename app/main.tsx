import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Panel, registerServiceWorker, resumeRecording, setWidgets, showLocale, startCalls, startMinutes, watchHistory } from '#renderer'
import { widgets } from '#widgets/index.ts'
import { startAnalytics } from './analytics.ts'
import { panelTheme } from './theme.ts'
import './theme.css'

setWidgets(widgets, async () => (await import('#widgets/examples.ts')).examples)
watchHistory()
startMinutes()
await resumeRecording()
startCalls()
await showLocale()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Panel theme={panelTheme} />
  </StrictMode>,
)
startAnalytics()
if (import.meta.env.PROD) void registerServiceWorker()
