// @vitest-environment jsdom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import CodeEditor from '#renderer/form/controls/text/code-editor.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Harness({ onText }: { onText: (text: string) => void }) {
  const [indents, setIndents] = useState(false)
  return (
    <CodeEditor
      field={{ id: 'code', name: 'code', disabled: false, readonly: false, required: false, invalid: false }}
      text="{}"
      language="json"
      rows={4}
      indents={indents}
      onToggleIndents={() => setIndents((before) => !before)}
      onText={onText}
      onLeave={() => {}}
    />
  )
}

it('Tab leaves the code field, indents after Ctrl+M and leaves again after another', () => {
  const texts: string[] = []
  const host = document.body.appendChild(document.createElement('div'))
  act(() => createRoot(host).render(<Harness onText={(text) => texts.push(text)} />))
  const content = host.querySelector('#code')!
  const press = (key: string, keyCode: number, init: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true, ...init })
    act(() => {
      content.dispatchEvent(event)
    })
    return event.defaultPrevented
  }
  expect([press('Tab', 9), texts]).toEqual([false, []])
  expect([press('m', 77, { ctrlKey: true }), press('Tab', 9), texts]).toEqual([true, true, ['  {}']])
  expect([press('m', 77, { ctrlKey: true }), press('Tab', 9), texts]).toEqual([true, false, ['  {}']])
})
