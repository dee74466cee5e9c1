/** The rule names that a property's `rules` string may contain. */
export const ruleNames = [
  'after',
  'alpha',
  'alpha_dash',
  'alpha_num',
  'between',
  'confirmed',
  'currency',
  'decimal',
  'digits',
  'email',
  'included',
  'excluded',
  'length',
  'max',
  'max_value',
  'min',
  'min_value',
  'numeric',
  'regex',
  'required',
  'required_if',
  'size',
  'url',
] as const

export type RuleName = (typeof ruleNames)[number]

export interface Rule {
  /** As written; the rule may not exist. */
  name: string
  args: string[]
}

export const isRuleName = (name: string): name is RuleName => (ruleNames as readonly string[]).includes(name)

/**
 * Splits a rules string. A pipe inside a `regex` belongs to its pattern: the pattern ends only where its brackets are
 * closed and a known rule follows. `parseRules('required|regex:^(a|b)$|max:3')` has three rules.
 */
export function parseRules(text: string): Rule[] {
  const pieces = text.split('|')
  const rules: Rule[] = []
  for (let index = 0; index < pieces.length; index++) {
    let piece = pieces[index]!.trimStart()
    if (piece.startsWith('regex:')) {
      while (
        index + 1 < pieces.length &&
        !(isClosed(piece) && /^\s*([a-z_]+)\s*(:|$)/.test(pieces[index + 1]!) && isRuleName(pieces[index + 1]!.split(':')[0]!.trim()))
      )
        piece += `|${pieces[++index]!}`
      rules.push({ name: 'regex', args: [piece.slice(6)] })
      continue
    }
    const colon = piece.indexOf(':')
    const name = (colon < 0 ? piece : piece.slice(0, colon)).trim()
    if (name !== '')
      rules.push({
        name,
        args:
          colon < 0
            ? []
            : piece
                .slice(colon + 1)
                .split(',')
                .map((arg) => arg.trim()),
      })
  }
  return rules
}

/** Whether all groups and character classes of the pattern are closed. */
function isClosed(pattern: string): boolean {
  let depth = 0
  let inClass = false
  for (let index = 0; index < pattern.length; index++) {
    const letter = pattern[index]
    if (letter === '\\') index++
    else if (inClass) inClass = letter !== ']'
    else if (letter === '[') inClass = true
    else if (letter === '(') depth++
    else if (letter === ')') depth--
  }
  return depth <= 0 && !inClass
}

/** Whether a rules string requires a value unconditionally. */
export const isRequiredBy = (rules: unknown): boolean =>
  typeof rules === 'string' && parseRules(rules).some((rule) => rule.name === 'required')
