/** Patterns in the order in which they are tried: the text of Edge also says Chrome, that of Chrome also Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg[AiOS]*\/(\d+)/, 'Edge'],
  [/\b(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What a browser says of itself, as a person reads it: `{ browser: 'Firefox 128', os: 'Windows' }`; null for what it does not say. */
export function agentNames(agent: string): { browser: string | null; os: string | null } {
  const text = agent.slice(0, 400)
  const [browser] = browsers.flatMap(([pattern, name]) => {
    const found = pattern.exec(text)
    return found ? [`${name} ${found[1]}`] : []
  })
  return { browser: browser ?? null, os: systems.find(([pattern]) => pattern.test(text))?.[1] ?? null }
}
