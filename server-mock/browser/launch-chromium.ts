import { existsSync } from 'node:fs'
import type { Browser } from 'playwright'

/** Why there is no browser to work with; the message says what to do. */
export class NoBrowser extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** The whole browser comes first: fixtures are recorded in it, and the shell draws texts a little wider and refuses notifications. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Further flags for visits of some seconds: one process draws all pages, and no code runs long enough to repay optimizing it. */
export const shortVisitFlags = ['--renderer-process-limit=1', '--js-flags=--no-opt --no-maglev']

/**
 * Starts the Chromium that CHROMIUM names, or the one of this machine. `purpose` names who needs it; `isVisible` opens a window;
 * `flags` are further arguments of Chromium.
 * @throws NoBrowser
 */
export async function launchChromium(
  env: Environment,
  purpose: string,
  { isVisible = false, flags: further = [] as string[] } = {},
): Promise<Browser> {
  let playwright: typeof import('playwright')
  try {
    playwright = await import('playwright')
  } catch {
    throw new NoBrowser(`${purpose} needs the package "playwright": run "npm install" with the development packages`)
  }
  const wanted = env.CHROMIUM ?? places.filter((path) => !isVisible || !path.endsWith('-shell')).find((path) => existsSync(path))
  if (env.CHROMIUM !== undefined && !existsSync(env.CHROMIUM)) throw new NoBrowser(`there is no browser at ${env.CHROMIUM} (CHROMIUM)`)
  try {
    return await playwright.chromium.launch({ executablePath: wanted, args: [...flags, ...further], headless: !isVisible })
  } catch (fault) {
    throw new NoBrowser(
      wanted === undefined
        ? `there is no Chromium: install one (${places[0]}), name one by CHROMIUM=/path, or run "npx playwright install chromium"`
        : `${wanted} does not start: ${(fault as Error).message.split('\n')[0]}`,
    )
  }
}
