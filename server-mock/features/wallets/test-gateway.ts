import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { directionOf } from '#schemas/rules/locales.ts'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import type { Config } from '#server/config.ts'
import { readersLocale } from '#server/plugins/readers-locale.ts'
import { deriveKey } from '#server/keys.ts'
import { settlePayment } from './settle-payment.ts'
import { returnPath, type GatewayAnswer, type PaymentGateway } from './gateway.ts'

const name = 'test'
const choices = ['pay', 'twice', 'refuse', 'silent'] as const
type Values = Readonly<Record<string, string>>

/** The parts that are signed, in their order, each with its length so that none runs into the next. */
function sign(config: Pick<Config, 'secret'>, purpose: 'ask' | 'answer', parts: readonly string[]): string {
  const text = [purpose, ...parts].map((part) => `${part.length}:${part}`).join('|')
  return createHmac('sha256', deriveKey(config.secret, 'payments')).update(text).digest('base64url')
}

function isSigned(config: Pick<Config, 'secret'>, purpose: 'ask' | 'answer', parts: readonly string[], signature: string): boolean {
  const [right, sent] = [Buffer.from(sign(config, purpose, parts)), Buffer.from(signature)]
  return right.length === sent.length && timingSafeEqual(right, sent)
}

const textsOf = (query: unknown): Values =>
  Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** Address to which the test gateway sends an answer. */
export function answerAddress(config: Config, { number, isPaid, amount, reference }: GatewayAnswer): string {
  const status = isPaid ? 'paid' : 'refused'
  const query = { number, status, amount, reference, signature: sign(config, 'answer', [number, status, amount, reference]) }
  return `${returnPath(config, name)}?${new URLSearchParams(query)}`
}

/**
 * A gateway that moves no money, for demos and tests: its page lets people choose what is answered, signed as a real one would. Only with
 * the embedded database, or where `TEST_GATEWAY` is on.
 */
export const testGateway: PaymentGateway = {
  name,
  isAvailable: (config) => config.testGateway,
  addressOf: (config, { number, amount, currency }) => {
    const query = { amount, currency, signature: sign(config, 'ask', [number, amount, currency]) }
    return `${config.apiBase}/gateways/test/${encodeURIComponent(number)}?${new URLSearchParams(query)}`
  },
  readAnswer: (config, query) => {
    const { number = '', status = '', amount = '', reference = '', signature = '' } = textsOf(query)
    if (!isSigned(config, 'answer', [number, status, amount, reference], signature)) return undefined
    return { number, isPaid: status === 'paid', amount, reference }
  },
  serve: (app, config, access) => {
    if (!config.testGateway) return
    app.get(`${config.apiBase}/gateways/test/:number`, async (request: FastifyRequest, reply: FastifyReply) => {
      const { number } = request.params as { number: string }
      const { amount = '', currency = '', signature = '', choice } = textsOf(request.query)
      const registry = await access.database.read(access.registry)
      const locale = readersLocale(request.headers['accept-language'], config)
      const say = (key: string) => registry.message('wallets', locale, key) ?? key
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      if (!isSigned(config, 'ask', [number, amount, currency], signature))
        return reply
          .code(400)
          .type('text/html; charset=utf-8')
          .send(page(locale, say('test.title'), `<p>${say('forged')}</p>`))
      const known = choices.find((each) => each === choice)
      if (known === 'silent' || known === undefined)
        return reply
          .type('text/html; charset=utf-8')
          .send(page(locale, say('test.title'), choose(say, request.url, { number, amount, currency }, locale)))
      const answer = { number, isPaid: known !== 'refuse', amount, reference: `T${number.slice(-8)}` }
      // Once by itself, and once more by the browser.
      if (known === 'twice') await settlePayment(access, config, answer)
      return reply.redirect(answerAddress(config, answer), 303)
    })
  },
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function choose(say: (key: string) => string, url: string, { number, amount, currency }: Values, locale: string): string {
  const shown = formatNumber(amount ?? '', locale)
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  query.delete('choice')
  const hidden = [...query].map(([key, value]) => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`).join('')
  const buttons = choices.map((choice) => `<button name="choice" value="${choice}">${escapeHtml(say(`test.${choice}`))}</button>`).join('')
  return `<p>${escapeHtml(say('test.text'))}</p><p class="amount"><bdi>${escapeHtml(`${shown} ${say(`currency.${currency}`)}`)}</bdi></p>
<p><bdi>${escapeHtml(number ?? '')}</bdi></p><form method="get">${hidden}${buttons}</form>`
}

const page = (locale: string, title: string, body: string): string => `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box;
  font: 16px/1.7 Vazirmatn, Inter, system-ui, sans-serif; color: #1f2933; background: #fff; max-width: 26em; margin-inline: auto }
h1 { font-size: 24px; line-height: 1.4; margin: 0 0 8px } p { margin: 0; color: #52606d } .amount { font-size: 28px; color: inherit; margin-block: 8px }
form { display: grid; gap: 8px; margin-block-start: 16px }
button { font: inherit; padding: 8px 16px; border: 1px solid #9aa5b1; border-radius: 6px; background: none; color: inherit; cursor: pointer }
button:first-of-type { background: #027a79; border-color: #027a79; color: #fff }
@media (prefers-color-scheme: dark) { body { color: #e4e7eb; background: #14181c } p { color: #9aa5b1 } }
</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>
`
