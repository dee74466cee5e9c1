import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { liveKey } from './live.ts'
import { flatForm, listForm, type BenchForm } from './form-schema.ts'

/** One way to draw a form; `prepare` fetches all code, so that a measured mount is a mount alone. */
export interface FormEngineUnderTest {
  prepare: () => Promise<void>
  draw: (form: BenchForm) => ReactNode
}

export interface MountTimes {
  inViewMs: number
  readyMs: number
  fields: number
}

const engines: Record<string, () => Promise<{ default: FormEngineUnderTest }>> = {
  ours: () => import('./ours.tsx'),
  rjsf: () => import('./plain-rjsf.tsx'),
  antd: () => import('./plain-antd.tsx'),
  native: () => import('./native.tsx'),
}

const query = new URLSearchParams(location.search)
const count = (name: string): number => Number(query.get(name) ?? 0)
const form = count('rows') ? listForm(count('rows'), count('cells')) : flatForm(count('fields'))
const wanted = count('ready')
const { default: engine } = await engines[query.get('engine') ?? '']!()
await engine.prepare()

const controls = '#root :is(input, textarea, select, [role=switch], [role=gridcell])'
const painted = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(0)
    }),
  )

/** True when the whole window is filled with controls, or all of them are there. */
function isViewFilled(): boolean {
  const all = document.querySelectorAll(controls)
  return all.length >= wanted || [...all].some((one) => one.getBoundingClientRect().top > window.innerHeight)
}

let root: Root | undefined

/** Draws the form; resolves when every control is there and painted. Times in milliseconds since the call. */
async function mount(): Promise<MountTimes> {
  const started = performance.now()
  root = createRoot(document.getElementById('root')!)
  root.render(engine.draw(form))
  let inViewMs: number | undefined
  for (;;) {
    await painted()
    const now = performance.now() - started
    if (inViewMs === undefined && isViewFilled()) inViewMs = now
    const fields = document.querySelectorAll(controls).length
    if (inViewMs !== undefined && fields >= wanted) return { inViewMs, readyMs: now, fields }
  }
}

const longTasks: number[] = []
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })

Object.assign(window, { bench: { mount, liveKey, longTasks, unmount: () => root?.unmount() } })
document.documentElement.dataset.prepared = 'true'
