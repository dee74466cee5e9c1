import type { FormAnswer, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import type { CallContext } from '#server/feature.ts'
import type { DriverKind } from '#server/messages/drivers/entries.ts'
import { moduleText } from '#server/module-text.ts'
import { insertionList, patternInsertions, smsInsertions } from './check-config.ts'

const say = moduleText('notifier')

export const formNames: Readonly<Record<DriverKind, string>> = {
  browser: 'driver-browser',
  database: 'driver-database',
  email: 'driver-email',
  sms: 'driver-sms',
  pattern_sms: 'driver-pattern-sms',
}

const examples: Partial<Record<DriverKind, string>> = {
  sms: '{ "to": "{recipient}", "text": "{text}" }',
  pattern_sms: '{ "to": "{recipient}", "pattern": "{pattern}", "values": "{values}" }',
}

/** The form that configures an entry of a kind, with what its templates may insert. A password or key is never in it. */
export function configForm(
  context: CallContext,
  kind: DriverKind,
  { hasSecret, isFromEnvironment }: { hasSecret: boolean; isFromEnvironment: boolean },
): FormAnswer {
  const { registry, caller, config } = context
  const form = expandForm(registry, { ...caller, locales: config.locales }, 'notifier', formNames[kind])
  const known = kind === 'pattern_sms' ? [...smsInsertions, ...patternInsertions] : smsInsertions
  const insertions = insertionList(known)
  const kept = hasSecret ? [say(context, 'secret_kept')] : []
  const hints: Record<string, FormDocumentFieldUi> =
    kind === 'email'
      ? {
          host: { description: say(context, isFromEnvironment ? 'environment_mail' : 'host_hint') },
          secret: { description: kept.join(' ') },
        }
      : {
          url: { description: say(context, 'url_hint', { insertions }) },
          body: {
            placeholder: examples[kind],
            description: say(context, kind === 'sms' ? 'body_hint' : 'pattern_body_hint', { insertions }),
          },
          headers: { description: say(context, 'headers_hint', { insertion: insertionList(['key']) }) },
          secret: { description: [...kept, say(context, 'key_hint', { insertion: insertionList(['key']) })].join(' ') },
        }
  if (hasSecret && hints.secret) hints.secret.placeholder = '••••••••'
  const given = Object.entries(hints).filter(([name]) => form.ui && Object.hasOwn(form.ui, name))
  return { ...form, ui: { ...form.ui, ...Object.fromEntries(given.map(([name, hint]) => [name, { ...form.ui![name], ...hint }])) } }
}
