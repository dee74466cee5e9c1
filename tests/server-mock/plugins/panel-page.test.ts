import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { fillPage, panelConfig, readablePageUrl } from '#server/plugins/panel-page.ts'

const page = '<html><script type="application/json" id="pishkhan-config">{}</script><script type="module" src="/a.js"></script></html>'

it('puts the settings where the panel reads them', () => {
  const config = readConfig({
    SECRET: 'x'.repeat(32),
    API_BASE: '/backend',
    LOCALES: 'en,fa',
    STORAGE: 'cookie',
    TOKEN_USE: 'off',
    ANALYTICS_ID: 'G-1',
    TILE_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
  })
  const text = /id="pishkhan-config">([^<]*)</.exec(fillPage(page, panelConfig(config)))![1]!
  expect(JSON.parse(text)).toMatchObject({
    api_base: '/backend',
    locales: ['en', 'fa'],
    default_locale: 'fa',
    storage: 'cookie',
    token_use: false,
    analytics_id: 'G-1',
    tile_url: 'https://tiles.example.com/{z}/{x}/{y}.png',
  })
})

it('lets no value end the element or reach into the page', () => {
  const filled = fillPage(page, { tile_url: '</script><script>alert(1)</script>', dollars: "$& $' $`" })
  expect(filled.match(/<script/g)).toHaveLength(2)
  expect(JSON.parse(/id="pishkhan-config">([^<]*)</.exec(filled)![1]!)).toEqual({
    tile_url: '</script><script>alert(1)</script>',
    dollars: "$& $' $`",
  })
})

it('says so when the page has no place for them', () => {
  expect(() => fillPage('<html></html>', {})).toThrow('pishkhan-config')
})

it.each([
  ['/%E0%A4%A?x=%', 'text/html,*/*', '/_E0_A4_A?x=%'],
  ['/%D8%B9', 'text/html', '/%D8%B9'],
  ['/a?b=%', 'text/html', '/a?b=%'],
  ['/api/v1/%E0', 'text/html', '/api/v1/%E0'],
  ['/%E0', 'application/json', '/%E0'],
  ['/%E0', undefined, '/%E0'],
])('makes a page of a path that cannot be read: %s for %s', (url, accept, expected) => {
  expect(readablePageUrl({ url, headers: { accept } }, readConfig({ SECRET: 'x'.repeat(32) }))).toBe(expected)
})
