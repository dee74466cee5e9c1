import { columnOnRow } from '#schemas/rules/conditions/column-case.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { describe, expect, it } from 'vitest'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { addMissingSettings } from '#server/features/settings/store.ts'
import { siteSettings } from '#server/features/settings/site-settings.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { readProductModules } from '#server/publishing/product-modules.ts'
import { startTestServer } from '#tests/helpers/server.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'
import type { TestServer } from '#tests/helpers/server.ts'

const locale = (name: string) => ({ headers: { 'x-locale': name } })
const settingsOf = async (server: TestServer, name: string) => (await server.get('site-settings', {}, locale(name))).body.results

describe('site settings', () => {
  const { server, tokens } = sharedServer(['administrator'], { seed: ['settings'] })

  const idOf = async (key: string) =>
    (
      (await server.get('list', { model: 'setting', page_size: 100 }, { token: tokens.administrator })).body.results as {
        id: number
        key: string
      }[]
    ).find((row) => row.key === key)!.id
  // As the panel does: with the name of the form that was filled in.
  const change = async (key: string, data: Record<string, unknown>) =>
    server.post(
      'save',
      { model: 'setting', id: await idOf(key), data, form: 'settings/setting' },
      { token: tokens.administrator, ...locale('en') },
    )

  it('answer visitors in their locale', async () => {
    expect(await settingsOf(server, 'fa')).toMatchObject({ site_title: 'پیشخوان', panel_logo: null, favicon: null, accent: null })
    expect(await settingsOf(server, 'en')).toMatchObject({ site_title: 'Pishkhan', copyright: 'All rights reserved.' })
  })

  it('are set, read and reset by their keys, in each language', async () => {
    const options = { token: tokens.administrator, ...locale('en') }
    const titles = async (name: string) =>
      (await server.get('setting-fetch', { entries: 'site_title,socials,logos', locale: name }, options)).body.results
    expect((await server.put('setting-set', { key: 'site_title', value: 'Bibliothek', locale: 'de' }, options)).status).toBe(200)
    expect(await titles('de')).toMatchObject({ site_title: 'Bibliothek', socials: { social_telegram: null }, logos: { favicon: null } })
    expect(await titles('en')).toMatchObject({ site_title: 'Pishkhan' })
    expect((await server.post('setting-save', { data: { accent: '#112233', amount_decimals: 3 } }, options)).status).toBe(200)
    const list = (await server.get('setting-list', { category: 'template' }, options)).body.results
    expect(list).toContainEqual(expect.objectContaining({ key: 'accent', category: 'template', value: '#112233' }))
    for (const key of ['site_title', 'accent', 'amount_decimals'])
      expect((await server.delete('setting-reset', { key }, options)).status).toBe(200)
    expect((await titles('de')).site_title).not.toBe('Bibliothek')
    expect(await settingsOf(server, 'en')).toMatchObject({ site_title: 'Pishkhan', accent: null, amount_decimals: '2' })
    expect((await server.put('setting-set', { key: 'nothing', value: 1 }, options)).body.errors.key).toBeDefined()
    // Faults stand at the value, as the call names it.
    for (const [key, value] of [
      ['accent', 'mauve'],
      ['site_title', ''],
      ['site_title', ' '],
    ] as const)
      expect(Object.keys((await server.put('setting-set', { key, value }, options)).body.errors)).toEqual(['value'])
    expect(Object.keys((await server.post('setting-save', { data: { site_title: '' } }, options)).body.errors)).toEqual(['data.site_title'])
    expect((await server.get('setting-fetch', { entries: 'nothing' }, options)).body.errors.entries).toBeDefined()
  })

  it('show a changed title and icon at the next load, in the brand too', async () => {
    expect((await change('site_title', { text: { fa: 'کتاب‌خانه', en: 'Library' } })).status).toBe(200)
    expect((await change('favicon', { value: '/icons/book.png' })).status).toBe(200)
    expect(await settingsOf(server, 'en')).toMatchObject({ site_title: 'Library', favicon: '/icons/book.png' })
    expect(await settingsOf(server, 'fa')).toMatchObject({ site_title: 'کتاب‌خانه' })
    // No German text is left: the default locale's is better than none.
    expect(await settingsOf(server, 'de')).toMatchObject({ site_title: 'کتاب‌خانه' })
    expect((await server.get('layout', {}, { token: tokens.administrator, ...locale('en') })).body.results.navbar.brand.name).toBe(
      'Library',
    )
  })

  it.each([
    ['accent', 'red'],
    ['accent', '#12345'],
    ['favicon', 'javascript:alert(1)'],
    ['favicon', '//evil.example/x.png'],
    ['panel_logo', 'data:text/html;base64,AAAA'],
    ['social_telegram', 'ftp://x'],
    ['contact_email', 'no address'],
    ['contact_phone', 'abc'],
    ['currency', 'ZZZ'],
    ['gateway_timeout_minutes', '0'],
  ])('refuse %s = %s', async (key, value) => {
    const before = await settingsOf(server, 'en')
    expect(await change(key, { value })).toMatchObject({ status: 422, body: { errors: { value: expect.any(Array) } } })
    expect(await settingsOf(server, 'en')).toEqual(before)
  })

  it('leave at least one way to pay', async () => {
    expect(await change('payment_methods', { choices: [] })).toMatchObject({
      status: 422,
      body: { errors: { choices: [expect.any(String)] } },
    })
    expect(await change('payment_methods', { choices: ['wallet'] })).toMatchObject({ status: 200 })
  })

  it('are listed each as what it is, the logo and the colour that are in force too', async () => {
    const grid = { module: 'settings', class: 'setting', part: 'list', page_size: 100 }
    const { body } = await server.get('grid', grid, { token: tokens.administrator, ...locale('en') })
    const [column] = (body.metadata.grid.columns as GridColumn[]).filter(({ cases }) => cases)
    const shown = (key: string) => {
      const row = (body.results as GridRow[]).find((one) => one.key === key)!
      const { cell, key: field, default: usual } = columnOnRow(column!, row)
      return [cell, row[field] ?? usual]
    }
    expect(shown('panel_logo')).toEqual(['image', '/logo.svg'])
    expect(shown('accent')).toEqual(['color', '#027a79'])
    expect(shown('copyright')).toEqual(['text', 'All rights reserved.'])
    expect(shown('notification_drivers')).toEqual(['tags', ['browser', 'database']])
    expect(column!.cases?.at(-1)?.options).toContainEqual(expect.objectContaining({ value: 'browser', title: expect.any(String) }))
  })

  it.each([
    ['accent', { widget: 'color', default: '#027a79' }],
    ['panel_logo', { widget: 'upload', default: '/logo.svg' }],
    ['favicon', { widget: 'upload', default: '/logo.svg' }],
  ])('tell in the form of %s what is in force while nothing is stored', async (key, ui) => {
    const { body } = await server.get('settings-fetch', { id: await idOf(key) }, { token: tokens.administrator, ...locale('en') })
    expect(body.metadata.form.ui.value).toMatchObject(ui)
  })

  it('have the five categories of the shop, and exactly five ways to notify', async () => {
    expect([...new Set(siteSettings.map(({ category }) => category))]).toEqual(
      expect.arrayContaining(['market', 'finance', 'payment', 'gateway', 'notification_drivers']),
    )
    const { body } = await server.get(
      'settings-fetch',
      { id: await idOf('notification_drivers') },
      { token: tokens.administrator, ...locale('en') },
    )
    expect(body.metadata.form.ui.choices.options.map(({ title }: { title: string }) => title)).toEqual([
      'Browser',
      'Database',
      'Email',
      'SMS',
      'Pattern SMS',
    ])
    expect((await change('notification_drivers', { choices: ['email', 'sms'] })).status).toBe(200)
    expect(await settingsOf(server, 'en')).toMatchObject({ notification_drivers: ['email', 'sms'], amount_decimals: '2', currency: 'IRR' })
  })

  it.each([
    ['notification_drivers', 'choices', ['pigeon']],
    ['amount_decimals', 'value', '7'],
    ['amount_decimals', 'value', '1.5'],
    ['currency', 'value', 'rial'],
  ])('refuse %s with %s = %j', async (key, field, value) => {
    expect(await change(key, { [field]: value })).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.stringMatching(/\S/)] } },
    })
  })

  it.each([
    ['panel_logo', 'upload'],
    ['favicon', 'upload'],
    ['accent', 'color'],
    ['social_telegram', 'url'],
    ['contact_email', 'email'],
    ['amount_decimals', 'number'],
    ['notification_drivers', 'checkboxes'],
  ])('edit %s with %s', async (key, widget) => {
    const { body } = await server.get('settings-fetch', { id: await idOf(key) }, { token: tokens.administrator })
    expect(Object.values(body.metadata.form.ui)).toMatchObject([{ widget }])
  })

  it.each([
    ['key', 'renamed'],
    ['kind', 'text'],
    ['localised', true],
  ])('keep what a built-in one is: its %s', async (field, value) => {
    expect(await change('accent', { [field]: value })).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.stringContaining('cannot be changed')] } },
    })
    expect((await change('accent', { key: 'accent', kind: 'color', localised: false, value: '#112233' })).status).toBe(200)
  })

  it('keep the built-in ones; others come and go', async () => {
    expect(
      await server.delete('destroy', { model: 'setting', id: await idOf('accent') }, { token: tokens.administrator, ...locale('en') }),
    ).toMatchObject({ status: 409, body: { errorCode: 'in-use', userMessage: 'A built-in setting cannot be removed.' } })
    const { body } = await server.post(
      'save',
      { model: 'setting', data: { key: 'extra', category: 'general', kind: 'text', title: 'Extra' } },
      { token: tokens.administrator, ...locale('en') },
    )
    expect((await server.delete('destroy', { model: 'setting', id: body.results.id }, { token: tokens.administrator })).status).toBe(200)
  })

  it('say which of them can be removed', async () => {
    const { body } = await server.get('list', { model: 'setting', page_size: 100 }, { token: tokens.administrator })
    const rows = body.results as { key: string; can_destroy: boolean; can_edit: boolean }[]
    expect(rows.filter((row) => row.can_destroy)).toEqual([])
    expect(
      rows
        .filter((row) => row.can_edit)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(siteSettings.map(({ key }) => key).sort())
    const { body: made } = await server.post(
      'save',
      { model: 'setting', data: { key: 'own', category: 'general', kind: 'text', title: 'Own' } },
      { token: tokens.administrator },
    )
    const after = await server.get('list', { model: 'setting', page_size: 100 }, { token: tokens.administrator })
    expect((after.body.results as typeof rows).filter((row) => row.can_destroy).map(({ key }) => key)).toEqual(['own'])
    await server.delete('destroy', { model: 'setting', id: made.results.id }, { token: tokens.administrator })
  })

  it.each([
    [{ fa: '' }, 'text.fa'],
    [{ fa: '  ', en: 'Library' }, 'text.fa'],
    [{ en: 'Library' }, 'text.fa'],
    [null, 'text'],
  ])('never leave the site without a title: %j', async (text, path) => {
    const before = await settingsOf(server, 'fa')
    expect(await change('site_title', { text })).toMatchObject({
      status: 422,
      body: { errors: { [path]: [expect.stringContaining('required')] } },
    })
    expect(await settingsOf(server, 'fa')).toEqual(before)
  })

  it('stand at the foot of the panel', async () => {
    const { site_title, copyright } = await settingsOf(server, 'en')
    expect((await server.get('layout', {}, { token: tokens.administrator, ...locale('en') })).body.results.footer).toBe(
      `${site_title} · ${copyright}`,
    )
  })

  it('offer thirteen categories', async () => {
    const { body } = await server.get(
      'grid',
      { module: 'settings', class: 'setting', part: 'list' },
      { token: tokens.administrator, ...locale('en') },
    )
    expect(body.metadata.grid.tabs.map(({ key }: { key: string }) => key)).toEqual([
      'all',
      'general',
      'template',
      'finance',
      'infrastructure',
      'content',
      'persons',
      'contact',
      'market',
      'data',
      'gateway',
      'group',
      'notification_drivers',
      'payment',
    ])
  })

  it('gain what a newer version brings and keep what was changed', async () => {
    const registry = buildRegistry([...readProductModules('modules').values()].map(parseModule), 1, undefined)
    const id = await idOf('copyright')
    await server.database.transaction((trx) => trx.deleteFrom('data.setting').where('id', '=', id).execute())
    await server.database.transaction((trx) => addMissingSettings(trx, registry))
    const rows = (await server.get('list', { model: 'setting', page_size: 100 }, { token: tokens.administrator })).body.results as {
      key: string
    }[]
    expect(rows.map(({ key }) => key).sort()).toEqual(siteSettings.map(({ key }) => key).sort())
    expect(await settingsOf(server, 'en')).toMatchObject({ site_title: 'Library', copyright: 'All rights reserved.' })
  })
})

describe('without stored settings', () => {
  it.each([
    ['with the module', {}, 200],
    ['without it', { MODULES: 'auth,persons' }, 404],
  ] as [string, Record<string, string>, number][])('the defaults are answered %s', async (_, env, status) => {
    const server = await startTestServer({ env })
    expect(await settingsOf(server, 'en')).toMatchObject({ site_title: 'Pishkhan', panel_logo: null, favicon: null })
    expect((await server.get('screen', { name: 'settings-list' }, { token: await server.signIn('administrator') })).status).toBe(status)
    await server.close()
  })
})
