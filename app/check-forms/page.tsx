import { StrictMode, type RefObject } from 'react'
import { createRoot } from 'react-dom/client'
import { setWidgets, showLocale } from '#renderer'
import type { FormHandle } from '#renderer/form/form-types.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { widgets } from '#widgets/index.ts'
import { differenceOf, withoutReadOnly } from './difference.ts'
import '#app/theme.css'

interface BrowserFinding {
  pointer: string
  reason: string
}
type Data = Record<string, unknown>

const mostWaitMs = 15_000
const root = createRoot(document.getElementById('root')!)
let faults: string[] = []
let drawn = 0

addEventListener('error', ({ message }) => faults.push(message))
addEventListener('unhandledrejection', ({ reason }) => faults.push(String((reason as Error | undefined)?.message ?? reason)))
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  faults.push(`the security policy forbids ${blockedURI || 'code'} (${violatedDirective})`),
)

/** Draws a form as the panel does, opens it with data, sends it untouched, and says what went wrong. */
async function check({ form, data }: { form: FormAnswer; data?: Data }): Promise<BrowserFinding[]> {
  faults = []
  const { Form } = await import('#renderer/form/form.tsx')
  const handle: RefObject<FormHandle | null> = { current: null }
  let sent: Data | undefined
  root.render(
    <StrictMode key={(drawn += 1)}>
      <Form
        ref={handle}
        form={form}
        data={data}
        onSubmit={(payload) => {
          sent = payload
          return Promise.resolve()
        }}
      />
    </StrictMode>,
  )
  const inTime = await isStill(() => handle.current !== null)
  const found = [
    ...faults.map((reason) => ({ pointer: '', reason })),
    ...[...document.querySelectorAll('[data-widget].pf-placeholder')].map((place) => ({
      pointer: `/${place.id.split('-').slice(1).join('/')}`,
      reason: place.querySelector('strong')?.textContent ?? 'a widget failed',
    })),
  ]
  if (!inTime) return [...found, { pointer: '', reason: `is not drawn after ${mostWaitMs / 1000} seconds` }]
  if (document.querySelector('#root :is(input, textarea, select, button, fieldset)') === null)
    return [...found, { pointer: '', reason: 'nothing was drawn' }]
  if (data === undefined || Object.keys(data).length === 0) return found
  document.querySelector('form')!.requestSubmit()
  await isStill(() => sent !== undefined || document.querySelector('[data-invalid]') !== null)
  if (sent === undefined)
    return [
      ...found,
      {
        pointer: '',
        reason: `data that fits is not sent: ${document.querySelector('.pf-error, [role=alert]')?.textContent ?? 'no reason is given'}`,
      },
    ]
  const difference = differenceOf(withoutReadOnly(form.schema, data), withoutReadOnly(form.schema, JSON.parse(JSON.stringify(sent))), '')
  return difference ? [...found, difference] : found
}

/** Waits until something holds and nothing on the page is changed or waited for any more; false when that takes too long. */
async function isStill(holds: () => boolean): Promise<boolean> {
  const end = performance.now() + mostWaitMs
  let quiet = 0
  const observer = new MutationObserver(() => {
    quiet = 0
  })
  observer.observe(document.body, { childList: true, subtree: true })
  while (quiet < 3 && performance.now() < end) {
    await new Promise((resolve) => {
      setTimeout(resolve, 16)
    })
    quiet = holds() && document.querySelector('[aria-busy=true]') === null ? quiet + 1 : 0
  }
  observer.disconnect()
  return quiet >= 3
}

setWidgets(widgets)
await Promise.all([showLocale(), loadRuleMessages('en')])
Object.assign(window, { checkForm: check })
