import type { ChallengeAnswer, FormAnswer } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { ChallengeMethod, OpenedChallenge } from './challenges.ts'

interface Step {
  method: ChallengeMethod
  /** Form of this module that the step is made with. */
  form: string
  now: Date
  /** Call that sends a new code. */
  resend?: string
  /** Key of the text above the form, with its values. */
  text?: string
  values?: Record<string, unknown>
}

/** A step as it is answered. The form is the same for everybody: nobody is signed in yet. */
export function challengeAnswer(
  registry: DocumentRegistry,
  locale: string,
  { challenge, expiresAt }: OpenedChallenge,
  { method, form, now, resend, text, values }: Step,
): ChallengeAnswer {
  return {
    challenge,
    method,
    expires_at: expiresAt.toISOString(),
    expires_in: Math.round((expiresAt.getTime() - now.getTime()) / 1000),
    ...(resend !== undefined && { resend }),
    ...(text !== undefined && { text: registry.message('auth', locale, text, values) }),
    form: formOf(registry, locale, form),
  }
}

const visitor = { user: null, roles: [], isAdmin: false, isDeveloper: false, permissions: new Set<string>() }

/** A form of this module in which one field offers some of its choices, the first being chosen; without a choice to make it is hidden. */
export function formWithChoices(
  { registry, caller }: { registry: DocumentRegistry; caller: { locale: string } },
  name: string,
  field: string,
  offered: readonly string[],
): FormAnswer {
  const form = formOf(registry, caller.locale, name)
  const ui = form.ui?.[field] ?? {}
  const options = ui.options?.filter(({ value }) => offered.includes(String(value)))
  return {
    ...form,
    ui: { ...form.ui, [field]: { ...ui, options, ...(offered.length === 1 && { widget: 'hidden' }) } },
    data: { ...form.data, [field]: offered[0] },
  }
}

/** A form of this module as a visitor is shown it. */
export const formOf = (registry: DocumentRegistry, locale: string, name: string) =>
  expandForm(registry, { ...visitor, locale, locales: [locale] }, 'auth', name)
