import { describe, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['content_manager', 'accountant'], { seed: ['menu-maker'] })
const as = (user: keyof typeof tokens = 'content_manager') => ({ token: tokens[user], headers: { 'x-locale': 'en' } })
const save = (menus: unknown, rest = {}) => server.post('menu-maker-menus-save', { slug: 'landing', menus, ...rest }, as())
const faults = async (menus: unknown) => Object.keys((await save(menus)).body.errors ?? {})
const get = async (slug: string) => (await server.get('menu-maker-menus-get', { slug }, as())).body.results

const item = {
  id: 1,
  type: 'item',
  label: 'Shop',
  link: { name: 'content-post-list', params: { type: 'product' }, query: { tab: 'all' } },
  icon: 'shop',
  order: 1,
  badge: { title: 'New', color: 'success' },
  children: [],
  link_text: 'All wares',
  target_external: false,
  active: true,
}

test('locations come as a grid', async () => {
  const { body } = await server.get('menu-maker-locations-grid', {}, as())
  expect(body.metadata.grid.entity).toBe('menu_location')
  expect(body.results.map(({ slug }: { slug: string }) => slug)).toEqual(['header', 'footer', 'panel', 'mobile', 'landing'])
  expect((await server.get('menu-maker-locations-grid', {}, as('accountant'))).status).toBe(403)
})

describe('a menu', () => {
  test('is the same tree after a save, with all fields and both shapes of links', async () => {
    const tree = [
      {
        ...item,
        children: [{ ...item, id: 'inner', label: 'Sale', link: 'https://example.com/sale?a=1', badge: null, target_external: true }],
      },
      { ...item, id: 3, type: 'divider', label: null, link: null, icon: null, badge: null, link_text: null, order: 2, active: false },
    ]
    expect((await save(tree)).status).toBe(200)
    expect(await get('landing')).toEqual(tree)
  })

  test('comes back in its order, and entries get what was left out', async () => {
    await save([
      { label: 'Second', order: 20 },
      { label: 'First', order: 10 },
    ])
    const menus = await get('landing')
    expect(menus.map(({ label }: { label: string }) => label)).toEqual(['First', 'Second'])
    expect(Object.keys(menus[0]).sort()).toEqual(Object.keys(item).sort())
    expect(new Set(menus.map(({ id }: { id: unknown }) => id)).size).toBe(2)
  })

  test('is refused at the place of what is wrong', async () => {
    expect(await faults([{ ...item, children: [{ ...item, id: 2, link: 'java\nscript:alert(1)' }] }])).toEqual(['menus.0.children.0.link'])
    expect(await faults([{ ...item, link: 'data:text/html,x' }])).toEqual(['menus.0.link'])
    for (const link of ['//evil.example', 'https://example.com@evil.example', 'https:evil.example', 'https://', 'https:///a', 'mailto:'])
      expect(await faults([{ ...item, link }]), link).toEqual(['menus.0.link'])
    expect(await faults([{ ...item, type: 'button' }])).toEqual(['menus.0.type'])
    expect(await faults([{ ...item, children: [{ ...item, children: [] }] }])).toEqual(['menus.0.children.0.id'])
    expect(await faults([{ ...item, colour: 'red', badge: { color: 'success' } }])).toEqual(['menus.0.colour', 'menus.0.badge.title'])
    expect(await faults([{ type: 'divider', children: [{ label: 'Beneath a line' }] }])).toEqual(['menus.0.children'])
    expect(
      await faults([
        { ...item, label: ' ' },
        { ...item, id: 2, link: { params: {} } },
      ]),
    ).toEqual(['menus.0.label', 'menus.1.link.name'])
  })

  test('has a limited depth', async () => {
    const nested = (depth: number): object => ({ label: String(depth), ...(depth > 1 && { children: [nested(depth - 1)] }) })
    expect(await faults([nested(6)])).toEqual([])
    expect((await faults([nested(7)]))[0]).toMatch(/^menus\.0(\.children\.0){5}\.children$/)
  })

  test('is not overwritten by an older version', async () => {
    const { id, version } = (await save([item])).body.results
    const again = { model: 'menu_location', id, version, data: { menus: [] } }
    expect((await server.post('save', again, as())).status).toBe(200)
    expect((await server.post('save', again, as())).body.errorCode).toBe('stale-version')
  })
})

test('menus of several locations come by slug, without what is switched off', async () => {
  const { body } = await server.get('menu-maker-get-location-menus', { slugs: 'header,footer', including: 'menus/slug' }, as())
  expect(body.results.map(({ slug }: { slug: string }) => slug)).toEqual(['header', 'footer'])
  expect(body.results[0].menus.every(({ active }: { active: boolean }) => active)).toBe(true)
  expect((await get('header')).some(({ active }: { active: boolean }) => !active)).toBe(true)
})

describe('a location', () => {
  const make = (data: object, user: keyof typeof tokens = 'content_manager') =>
    server.post('menu-maker-location-create', { data }, as(user))
  const rename = (payload: object) => server.post('menu-maker-menus-save', payload, as())
  const wanted = { title: { fa: 'منوی کناری', en: 'Side menu' }, slug: 'side' }

  test('is made, renamed, trashed, brought back and destroyed', async () => {
    const { id, version } = (await make(wanted)).body.results
    await save([item], { slug: 'side' })
    expect((await rename({ id, version, data: { title: { en: 'Sidebar' } } })).body.errorCode).toBe('stale-version')
    expect((await rename({ id, data: { title: { fa: 'کنار', en: 'Sidebar' }, slug: 'sidebar' } })).status).toBe(200)
    expect(await get('sidebar')).toHaveLength(1)
    const { body } = await server.get('menu-maker-location-single', { slug: 'sidebar' }, as())
    expect(body.results.title).toBe('Sidebar')
    expect((await server.delete('menu-maker-location-trash', { id }, as())).status).toBe(200)
    expect((await server.get('menu-maker-menus-get', { slug: 'sidebar' }, as())).status).toBe(404)
    expect((await server.post('menu-maker-location-restore', { id }, as())).status).toBe(200)
    expect(await get('sidebar')).toHaveLength(1)
    await server.delete('menu-maker-location-trash', { id }, as())
    expect((await server.delete('menu-maker-location-destroy', { id }, as())).status).toBe(200)
  })

  test('has a title and a slug of its own, and no menu past its checks', async () => {
    const faultsOf = async (data: object) => Object.keys((await make(data)).body.errors)
    expect((await faultsOf({})).sort()).toEqual(['slug', 'title'])
    expect(await faultsOf({ ...wanted, slug: 'header' })).toEqual(['slug'])
    expect(await faultsOf({ ...wanted, slug: 'Side Menu' })).toEqual(['slug'])
    expect(await faultsOf({ ...wanted, menus: [{ ...item, link: 'javascript:alert(1)' }] })).toEqual(['menus'])
    expect(Object.keys((await rename({ id: 2, data: { slug: 'header' } })).body.errors)).toEqual(['slug'])
    expect(Object.keys((await rename({ id: 2 })).body.errors)).toEqual(['menus'])
    expect((await make(wanted, 'accountant')).status).toBe(403)
  })
})
