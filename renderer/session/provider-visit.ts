/** A visit to a sign-in provider that has been begun in this tab. */
export interface ProviderVisit {
  provider: string
  challenge: string
  purpose: 'sign-in' | 'link'
}

const storedKey = 'pishkhan.visit'

/** Goes to a provider. The challenge stays in this tab: whoever sends somebody else the way back has it not. */
export function goToProvider(url: string, visit: ProviderVisit): void {
  if (!/^https?:\/\//.test(url)) throw new Error('A provider has a web address.')
  sessionStorage.setItem(storedKey, JSON.stringify(visit))
  window.location.assign(url)
}

/** The visit from which somebody comes back; good once. */
export function takeVisit(): ProviderVisit | null {
  try {
    const text = sessionStorage.getItem(storedKey)
    sessionStorage.removeItem(storedKey)
    const visit = JSON.parse(text ?? 'null') as ProviderVisit | null
    return typeof visit?.challenge === 'string' ? visit : null
  } catch {
    return null
  }
}
