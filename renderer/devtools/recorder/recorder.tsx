import { createRoot } from 'react-dom/client'
import { strToU8, zipSync } from 'fflate'
import { recorderMark, observeSteps } from '#schemas/fixtures/observe-steps.ts'
import { privateFields } from '#schemas/fixtures/private-fields.ts'
import { createRecording, type Recording } from '#schemas/fixtures/recording.ts'
import type { FixtureDocumentEnvironment } from '#schemas/types/contract.d.ts'
import { callNamed } from '#renderer/api/call.ts'
import { environmentAt } from '#renderer/report/environment.ts'
import { saveFile } from '#renderer/action/run-file.ts'
import { readAnswerText, watchAnswers } from '#renderer/report/watch-answers.ts'
import { RecorderBar } from './recorder-bar.tsx'
import { readStoredRecording, recorderKey, useRecorder, type StoredRecording } from './recorder-store.ts'

/** Calls of the recorder itself. */
const ownCalls = new Set(['publish-versions', 'publish-fetch'])

/** Goes on with the recording of this tab, before the page makes its first call. */
export function resumeRecording(): void {
  const stored = readStoredRecording()
  if (!stored) return
  const names = new Set<string>()
  const recording = createRecording((answers) => [...names, ...privateFields(answers.map(({ body }) => body))], stored)
  const files = new Map<string, File>()
  const isFirst = stored.answers.length === 0
  const environment = environmentAt(stored.startedAt)
  const show = (): void => useRecorder.setState({ steps: [...recording.steps] })
  const endAnswers = watchAnswers({
    called(name) {
      if (ownCalls.has(name)) return undefined
      const step = recording.steps.length
      return (answer) => recording.answered({ step, ...readAnswerText(answer) })
    },
  })
  // It hears a press before the steps do.
  const endPicking = watchPicking((element) => {
    const on = observer.describe(element)
    const value = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : undefined
    if (on) recording.expect({ on, ...(value !== undefined && value !== '' && !isPassword(element) && { value }) })
    show()
  })
  const observer = observeSteps((observed) => {
    recording.observe(observed)
    for (const file of observed.files ?? []) files.set(file.name, file)
    show()
  })
  if (!isFirst) recording.add({ do: 'open', path: window.location.pathname + window.location.search })
  show()
  void readPrivateFields().then((found) => found.forEach((name) => names.add(name)))

  const place = document.createElement('div')
  place.setAttribute(recorderMark, '')
  document.body.append(place)
  const root = createRoot(place)
  const keep = (): void => {
    const { fixture, answers, standIns } = finish(recording, stored, environment)
    const kept: StoredRecording = { ...stored, steps: fixture.steps ?? [], expect: fixture.expect ?? [], answers, standIns }
    try {
      sessionStorage.setItem(recorderKey, JSON.stringify(kept))
    } catch {
      sessionStorage.removeItem(recorderKey)
    }
  }
  window.addEventListener('pagehide', keep)
  const end = (): void => {
    window.removeEventListener('pagehide', keep)
    sessionStorage.removeItem(recorderKey)
    observer.stop()
    endPicking()
    endAnswers()
    root.unmount()
    place.remove()
  }
  root.render(
    <RecorderBar
      title={stored.title}
      onName={(index, name) => {
        recording.change(index, { name: name.trim() === '' ? undefined : name })
        show()
      }}
      onRemove={(index) => {
        recording.remove(index)
        show()
      }}
      onDiscard={end}
      onSave={async () => {
        const { fixture, answers, masked } = finish(recording, stored, environment)
        end()
        const uploads = await Promise.all(
          [...files].map(async ([name, file]) => [`files/${name}`, new Uint8Array(await file.arrayBuffer())] as const),
        )
        const text = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`)
        const zip = zipSync({ 'fixture.json': text(fixture), 'answers.json': text({ answers }), ...Object.fromEntries(uploads) })
        saveFile(new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' }), `${fileName(stored.title)}.zip`)
        return [...new Set(masked.map(({ at }) => at))]
      }}
    />,
  )
}

const isPassword = (element: Element): boolean => element instanceof HTMLInputElement && element.type === 'password'

const fileName = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '') || 'session'

const finish = (recording: Recording, { title, opens }: StoredRecording, environment: FixtureDocumentEnvironment) =>
  recording.finish({ title, opens, environment, made: { by: 'tools' } })

/** Private fields of everything that is published. */
async function readPrivateFields(): Promise<Set<string>> {
  const { results } = await callNamed<{ module: string; is_current: boolean }[]>('publish-versions', { background: true })
  const modules = results.filter(({ is_current }) => is_current).map(({ module }) => module)
  const documents = await Promise.all(
    modules.map((module) => callNamed<{ documents: Record<string, string> }>('publish-fetch', { params: { module }, background: true })),
  )
  return privateFields(
    documents.flatMap(({ results: { documents: files } }) => Object.values(files).map((text) => JSON.parse(text) as unknown)),
  )
}

/** Hands over what is pressed while somebody picks an expectation; Alt+Shift+E begins and ends that, also inside of a dialog. */
function watchPicking(onPick: (element: Element) => void): () => void {
  const isPicking = (): boolean => useRecorder.getState().isPicking
  const isOwn = (event: Event): boolean => event.target instanceof Element && event.target.closest(`[${recorderMark}]`) !== null
  const onPointer = (event: Event): void => {
    if (!isPicking() || isOwn(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type !== 'click') return
    useRecorder.setState({ isPicking: false })
    if (event.target instanceof Element) onPick(event.target)
  }
  const onKey = (event: KeyboardEvent): void => {
    const isToggle = event.altKey && event.shiftKey && event.code === 'KeyE'
    if (!isToggle && !(event.key === 'Escape' && isPicking())) return
    event.preventDefault()
    event.stopImmediatePropagation()
    useRecorder.setState({ isPicking: isToggle && !isPicking() })
  }
  const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const
  for (const kind of kinds) window.addEventListener(kind, onPointer, true)
  window.addEventListener('keydown', onKey, true)
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, onPointer, true)
    window.removeEventListener('keydown', onKey, true)
  }
}
