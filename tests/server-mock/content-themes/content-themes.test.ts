import { describe, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['content_manager', 'accountant'], { seed: ['content-themes'] })
const manager = () => ({ token: tokens.content_manager, headers: { 'x-locale': 'en' } })
const idsOf = (body: { results: { id: number }[] }): number[] => body.results.map(({ id }) => id)

const slide = {
  image: null,
  position: 'left-top',
  color_theme: 'light',
  has_content: true,
  title: 'Autumn',
  text: 'Everything falls',
  has_button: true,
  button_title: 'More',
  button_link: 'https://example.com/more',
  open_in_new_tab: true,
  publish_now: false,
  published_at: '2026-12-01T08:00:00.000Z',
}
const settings = {
  autoplay: false,
  pause_on_hover: false,
  spaceBetween: 24,
  slidesPerView: 3,
  loop: false,
  effect: 'fade',
  direction: 'vertical',
  speed: 4500,
  transition: 350,
}
const fetchShow = async (id: number) => (await server.get('content-themes-slideshows-fetch', { id }, manager())).body

describe('slideshows', () => {
  test('come back with the nine settings and every value of a slide', async () => {
    const saved = await server.post('content-themes-slideshows-save', { title: 'Shop window', settings, slides: [slide] }, manager())
    expect(saved.status).toBe(200)
    const { results } = await fetchShow(saved.body.results.id)
    expect(results.settings).toEqual(settings)
    expect(results.slides).toEqual([slide])
  })

  test('are changed by their version, and keep what is not sent', async () => {
    const { results } = await fetchShow(1)
    const data = { slides: [...results.slides].reverse() }
    const saved = await server.post('content-themes-slideshows-save', { id: 1, version: results.version, data }, manager())
    expect(saved.status).toBe(200)
    const after = (await fetchShow(1)).results
    expect(after.slides).toEqual(data.slides)
    expect(after.settings).toEqual(results.settings)
    const late = await server.post(
      'content-themes-slideshows-save',
      { id: 1, version: results.version, data: { title: 'Late' } },
      manager(),
    )
    expect(late.status).toBe(409)
  })

  test('begin with usual settings and no slides', async () => {
    const { results, metadata } = (await server.get('content-themes-slideshows-fetch', {}, manager())).body
    expect(results).toMatchObject({ slides: [], settings: { autoplay: true, speed: 5000, transition: 600, slidesPerView: 1 } })
    expect(metadata.form.ui.stage.widget).toBe('slide-stage')
  })

  test('offer nine positions and two colour themes', async () => {
    const { ui } = (await fetchShow(1)).metadata.form
    const values = (path: string) => ui[path].options.map(({ value }: { value: string }) => value).sort()
    const nine = ['right', 'center', 'left'].flatMap((x) => ['top', 'center', 'bottom'].map((y) => `${x}-${y}`)).sort()
    expect(values('slides[].position')).toEqual(nine)
    expect(values('slides[].color_theme')).toEqual(['dark', 'light'])
  })

  test('refuse a link that is none or misleads, what is missing, and a position that is not among the nine', async () => {
    const links = [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      'https://example.com@evil.example',
      'https://',
    ]
    for (const wrong of [
      ...links.map((button_link) => ({ button_link })),
      { button_link: null },
      { button_title: '' },
      { published_at: null },
      { position: 'middle' },
      { color_theme: 'red' },
    ]) {
      const { status } = await server.post(
        'content-themes-slideshows-save',
        { title: 'Wrong', settings, slides: [{ ...slide, ...wrong }] },
        manager(),
      )
      expect(status, JSON.stringify(wrong)).toBe(422)
    }
  })

  test('lead to pages of the site and of the web', async () => {
    for (const button_link of ['/', '/courses?a=b@c', '/#end', 'http://example.com:8080', 'https://example.com/@team']) {
      const saved = await server.post('content-themes-slideshows-save', { title: 'Links', slides: [{ ...slide, button_link }] }, manager())
      expect(saved.status, button_link).toBe(200)
    }
  })

  test('are listed, and closed to other departments', async () => {
    const { status, body } = await server.get('content-themes-slideshows-list', {}, manager())
    expect([status, idsOf(body).length > 3]).toEqual([200, true])
    for (const call of ['content-themes-slideshows-list', 'content-themes-faq-list'])
      expect((await server.get(call, {}, { token: tokens.accountant })).status).toBe(403)
  })
})

describe('questions', () => {
  const list = async (type: string) => (await server.get('content-themes-faq-list', { type }, manager())).body
  const grid = async (type: string) => (await server.get('content-themes-faq-grid', { type }, manager())).body

  test('are listed by type in their order, as a list and as a grid', async () => {
    const general = await list('general')
    expect(new Set(general.results.map(({ type }: { type: string }) => type))).toEqual(new Set(['general']))
    expect(general.results.map(({ order }: { order: number }) => order)).toEqual([10, 20, 30, 40, 50, 60])
    const { results, metadata } = await grid('general')
    expect(idsOf({ results })).toEqual(idsOf(general))
    expect(metadata.grid).toMatchObject({ reorder: 'order', reorder_call: 'content-themes-faq-save-order' })
  })

  test('are titled by their type, and a new one begins with it', async () => {
    const title = async (type: string) => server.get('content-themes-faq-type', { type }, manager())
    expect((await title('ordering')).body.results).toEqual({ type: 'ordering', title: 'Ordering' })
    expect((await title('gossip')).status).toBe(404)
    const screen = (await server.get('screen', { name: 'content-themes-faq-list', type: 'ordering' }, manager())).body.results
    expect(screen.title).toBe('FAQs: {type.title}')
    const start = async (params: Record<string, unknown>) =>
      (await server.get('content-themes-faq-fetch', params, manager())).body.results.type
    expect(await start({ type: 'ordering' })).toBe('ordering')
    expect(await start({})).toBe('general')
  })

  test('come with question, answer and their form', async () => {
    const { results, metadata } = (await server.get('content-themes-faq-fetch', { id: 1 }, manager())).body
    expect(results).toMatchObject({ id: 1, question: expect.any(String), answer: expect.stringContaining('<p>') })
    expect(metadata.form.ui.answer.widget).toBe('rich-text')
  })

  test('are saved by question and answer alone, at the end of the general ones', async () => {
    const { body } = await server.post('content-themes-faq-save', { question: 'Where are you?', answer: '<p>In Tehran.</p>' }, manager())
    expect(idsOf(await list('general')).at(-1)).toBe(body.results.id)
    const missing = await server.post('content-themes-faq-save', { question: 'And then?' }, manager())
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['answer']])
  })

  test('keep the order that they are moved into, within their type', async () => {
    const [first, second, third] = idsOf(await list('shipping'))
    const others = await list('payment')
    expect((await server.post('content-themes-faq-save-order', { id: third, before: first }, manager())).status).toBe(200)
    expect(idsOf(await list('shipping')).slice(0, 3)).toEqual([third, first, second])
    expect(idsOf((await grid('shipping')) as never).slice(0, 3)).toEqual([third, first, second])
    expect(await list('payment').then(({ results }) => results)).toEqual(others.results)
  })

  test('are moved by the entity’s own call when the generic one is made', async () => {
    const [first, second] = idsOf(await list('returns'))
    const moved = await server.post('reorder', { grid: 'content-themes/faqs/list', id: first, after: second }, manager())
    expect(moved.status).toBe(200)
    expect(idsOf(await list('returns')).slice(0, 2)).toEqual([second, first])
  })

  test('answer without what could run', async () => {
    const answer = '<p onclick="x()">Yes</p><script>alert(1)</script>'
    const { body } = await server.post('content-themes-faq-save', { question: 'Safe?', answer }, manager())
    const stored = (await server.get('content-themes-faq-fetch', { id: body.results.id }, manager())).body.results.answer
    expect(stored).not.toMatch(/script|onclick/)
  })
})
