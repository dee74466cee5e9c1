/** An OpenID Connect provider, such as a company's own, Google or Microsoft. */
export interface SignInProvider {
  /** Names it in calls, e.g. `google`. */
  name: string
  /** What people call it. */
  title: string
  issuer: string
  clientId: string
  clientSecret: string
}

const texts = ['name', 'title', 'issuer', 'client_id', 'client_secret'] as const

/** Reads a JSON list of providers. A fault is one text, without any value of the list: it may be a secret. */
export function parseProviders(json: string): SignInProvider[] | string {
  let list: unknown
  try {
    list = JSON.parse(json)
  } catch {
    return 'is not JSON'
  }
  if (!Array.isArray(list)) return 'is not a list'
  const providers: SignInProvider[] = []
  for (const [index, item] of list.entries()) {
    const values = item as Partial<Record<(typeof texts)[number], unknown>> | null
    const missing = texts.find((key) => typeof values?.[key] !== 'string' || values[key] === '')
    const place = `item ${index + 1}`
    if (missing) return `${place} has no text "${missing}"`
    const { name, title, issuer, client_id: clientId, client_secret: clientSecret } = values as Record<(typeof texts)[number], string>
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) return `${place} has a name of other characters than a to z, 0 to 9 and -`
    if (providers.some((other) => other.name === name)) return `${place} has the name of another item`
    if (!isIssuer(issuer)) return `${place} has an issuer that is no https:// address`
    providers.push({ name, title, issuer, clientId, clientSecret })
  }
  return providers
}

/** Plain HTTP is good enough on the machine itself. */
export const isLoopback = (address: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

const isIssuer = (text: string) =>
  URL.canParse(text) && !/[?#]/.test(text) && (text.startsWith('https://') || (text.startsWith('http://') && isLoopback(text)))
