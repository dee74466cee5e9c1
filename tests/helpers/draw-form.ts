import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { Form } from '#renderer/form/form.tsx'
import { setWidgets } from '#renderer/registry/widgets.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { widgets } from '#widgets/index.ts'

/** The markup of a form as it opens, in Persian. */
export async function drawForm(form: object, data: Record<string, unknown> = {}, props: { readOnly?: boolean } = {}): Promise<string> {
  // Links ask where the panel is.
  vi.stubGlobal('window', { location: new URL('http://panel.test/') })
  setWidgets(widgets)
  await loadRuleMessages('fa')
  const element = createElement(Form, { form: form as FormAnswer, data, ...props })
  const { prelude } = await prerender(createElement(MemoryRouter, null, element))
  return new Response(prelude).text()
}
