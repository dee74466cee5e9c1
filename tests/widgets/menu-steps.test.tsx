// @vitest-environment jsdom
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { MenuItem } from '#schemas/rules/values/menu-tree.ts'
import type { FieldWidgetProps } from '#renderer'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { iconPaths } from '#renderer/ui/icon-paths.ts'
import MenuTreeField from '#widgets/menu-tree/menu-tree.tsx'

const field = { id: 'f', name: 'f', label: 'Menu', value: [{ id: 'a', type: 'item', label: 'A', active: true, children: [] }], errors: {} }

it.each(['en', 'fa'])(
  'in %s an entry is moved out to where lines begin: the panel mirrors the arrows, nothing else does',
  async (locale) => {
    useActiveLocale.setState({ locale })
    const host = document.createElement('div')
    createRoot(host).render(<MenuTreeField {...(field as unknown as FieldWidgetProps<MenuItem[]>)} />)
    await vi.waitFor(() => expect(host.querySelector('.menu-tree-steps')).not.toBeNull())
    const drawn = [...host.querySelectorAll('.menu-tree-steps svg')].map((icon) => [
      icon.querySelector('path')!.getAttribute('d'),
      icon.classList.contains('pk-icon-flip'),
    ])
    expect(drawn.slice(2, 4)).toEqual([
      [iconPaths['arrow-left'], true],
      [iconPaths['arrow-right'], true],
    ])
  },
)
