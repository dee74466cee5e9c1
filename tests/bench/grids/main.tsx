import { createRoot } from 'react-dom/client'
import { benchRows, type BenchRow } from './rows.ts'

const query = new URLSearchParams(location.search)
const engine = query.get('engine')
const rows = benchRows(Number(query.get('rows')))
let setRows: (rows: BenchRow[]) => void = () => {}
const onReady = (set: typeof setRows) => {
  setRows = set
}
const { draw } =
  engine === 'ours'
    ? await import('./ours.tsx').then(({ Ours }) => ({ draw: () => <Ours rows={rows} onReady={onReady} /> }))
    : await import('./antd-table.tsx').then(({ AntdTable }) => ({
        draw: () => <AntdTable rows={rows} onReady={onReady} virtual={engine === 'virtual'} />,
      }))

const line = engine === 'ours' ? 'tbody tr[data-id]' : '.ant-table-row'
const painted = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(0)
    }),
  )

/** Milliseconds until lines are painted. */
async function mount(): Promise<number> {
  const started = performance.now()
  createRoot(document.getElementById('root')!).render(draw())
  do await painted()
  while (document.querySelectorAll(line).length < 10)
  return performance.now() - started
}

async function changeRow(turn: number): Promise<void> {
  setRows(rows.map((row, at) => (at === 3 ? { ...row, stock: 1000 + turn } : row)))
  await painted()
}

/** Scrolls down by a wheel's step a frame; the longest task that it made, in milliseconds. */
async function scroll(frames: number): Promise<number> {
  const box = document.querySelector(engine === 'ours' ? '.grid-scroll' : '.ant-table-tbody-virtual-holder, .ant-table-body')!
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  for (let at = 0; at < frames; at++) {
    box.scrollTop += 120
    await painted()
  }
  tasks.push(...observer.takeRecords().map(({ duration }) => duration))
  observer.disconnect()
  return Math.max(0, ...tasks)
}

Object.assign(window, { bench: { mount, changeRow, scroll } })
document.documentElement.dataset.prepared = 'true'
