import { MemoryRouter } from 'react-router'
import { setWidgets, showLocale } from '#renderer'
import { FormView } from '#renderer/screen/form-view.ts'
import { widgets } from '#widgets/index.ts'
import type { FormEngineUnderTest } from './main.tsx'
import '#app/theme.css'

const noSubmit = () => Promise.resolve(undefined)

/** The product's own form, as on a page of its own: with its save bar, its guard and its drafts. */
const ours: FormEngineUnderTest = {
  async prepare() {
    setWidgets(widgets)
    await showLocale('en')
    const parts = [FormView, ...widgets.map(({ component }) => component)] as { preload?: () => Promise<void> }[]
    await Promise.all(parts.map((part) => part.preload?.()))
  },
  draw: ({ schema, data }) => (
    <MemoryRouter>
      <FormView form={{ name: 'bench', schema }} data={data} page onSubmit={noSubmit} />
    </MemoryRouter>
  ),
}
export default ours
