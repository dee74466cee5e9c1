/** Documents that have a compiled check; a block is checked as part of a screen. */
export type CheckedKind = 'block' | 'screen' | 'grid' | 'form' | 'modal' | 'layout' | 'routes'

export interface Problem {
  pointer: string
  message: string
}

const mostShown = 5

/** Errors of a response by the contract, the deepest places first; the validators are loaded when first needed. */
export async function findProblems(kind: CheckedKind, value: unknown): Promise<Problem[]> {
  const validators = await import('virtual:contract-validators')
  const validate = kind === 'block' ? validators.screen : validators[kind]
  if (validate(kind === 'block' ? { name: '', path: '', body: [value] } : value)) return []
  const start = kind === 'block' ? '/body/0'.length : 0
  const seen = new Set<string>()
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => ({
      pointer: instancePath.slice(start) || '/',
      message: [message, describe(params)].filter(Boolean).join(': '),
    }))
    .filter(({ pointer, message }) => !seen.has(pointer + message) && seen.add(pointer + message))
    .sort((a, b) => b.pointer.split('/').length - a.pointer.split('/').length)
    .slice(0, mostShown)
}

function describe(params: Record<string, unknown>): string {
  const expected = params.allowedValues ?? params.missingProperty ?? params.type
  return Array.isArray(expected)
    ? expected.join(', ')
    : typeof expected === 'string' && params.missingProperty === undefined
      ? expected
      : ''
}
