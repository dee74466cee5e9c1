import { describe, expect, it } from 'vitest'
import { parseConfig } from '#renderer/session/config.ts'

describe('the configuration of the page', () => {
  it('takes fa as the default locale when it is configured, else the first', () => {
    expect(parseConfig('{"locales":["en","fa"]}').default_locale).toBe('fa')
    expect(parseConfig('{"locales":["en","fr"]}').default_locale).toBe('en')
  })

  it.each([null, '', '{', '[]', '{"locales":"fa","storage":7,"api_base":""}'])('has defaults for %s', (text) => {
    expect(parseConfig(text)).toMatchObject({
      api_base: '/api',
      locales: ['fa', 'en'],
      storage: 'local',
      token_use: true,
      analytics_id: null,
    })
  })

  it('drops locales that it does not know', () => {
    expect(parseConfig('{"locales":["xx","de"]}')).toMatchObject({ locales: ['de'], default_locale: 'de' })
  })

  it('reads what is set', () => {
    expect(
      parseConfig(
        '{"api_base":"https://x.test/api/","storage":"cookie","token_use":false,"analytics_id":"G-1","analytics_origin":"https://a.test"}',
      ),
    ).toMatchObject({
      api_base: 'https://x.test/api',
      storage: 'cookie',
      token_use: false,
      analytics_id: 'G-1',
      analytics_origin: 'https://a.test',
    })
  })

  it('takes no analytics origin that is more than an origin', () => {
    expect(parseConfig('{"analytics_origin":"javascript:alert(1)"}').analytics_origin).toBeNull()
  })
})
