import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultFileTypes, defaultMaxFileBytes, mediaTypes } from '#schemas/rules/values/file-types.ts'
import { defaultLocale, locales as knownLocales } from '#schemas/rules/locales.ts'
import { ruleNames } from '#schemas/rules/validation/rule-string.ts'
import { makeFolder } from '#server/database/make-folder.ts'
import { parseProviders, type SignInProvider } from '#server/sign-in-providers.ts'
import { switchableModules } from '#server/documents/switchable-modules.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What the environment decides; nothing else configures the server. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Address of the same database past a pool. */
  databaseDirectUrl: string | undefined
  /** Whether statements are prepared by name. */
  databasePrepare: boolean
  /** Without a trailing slash, e.g. `/api`. */
  apiBase: string
  logLevel: (typeof logLevels)[number]
  /** Signs tokens; at least 32 characters. */
  secret: string
  locales: readonly string[]
  defaultLocale: string
  /** Names of the switchable modules that are on. */
  modules: readonly string[]
  storage: 'local' | 'cookie'
  tokenUse: boolean
  allowedRules: readonly string[]
  analyticsId: string | undefined
  analyticsOrigin: string | undefined
  tileUrl: string | undefined
  trustProxy: boolean | string
  /** Origin under which people open the panel, where it is known. */
  siteOrigin: string | undefined
  /** Where people may sign in with an account of somewhere else. */
  signInProviders: readonly SignInProvider[]
  /** Origins that `proxy` endpoints may call. */
  proxyOrigins: readonly string[]
  /** Folder of uploaded files; shared by all processes. */
  filesDir: string
  /** Extensions of the files that may be uploaded. */
  uploadTypes: readonly string[]
  uploadMaxBytes: number
  /** Most that the files of one user, and all files together, may take. */
  quotaUserBytes: number
  quotaBytes: number
  /** Whether an empty database is filled with demo data. */
  demo: boolean
  /** Whether wallets may be charged at a gateway that moves no money. */
  testGateway: boolean
  /** Whether messages without a driver are taken, for developers to read. */
  outbox: boolean
  /** Mail server, and the address that mail comes from; undefined where no mail is sent. */
  smtp: { url: string; from: string } | undefined
  /** Folder that holds `schemas/`, `modules/`, `widgets/` and `dist/`. */
  root: string
}

/** A variable of the environment that cannot be used; the message is one line for the person who set it. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

/**
 * Reads the configuration. `SECRET` comes from the environment, or is made once and kept in `DATA_DIR` when the embedded
 * database is used. Throws `ConfigError`.
 */
export function readConfig(env: Environment): Config {
  const text = (name: string) => (env[name] === undefined || env[name] === '' ? undefined : env[name])
  const dataDir = resolve(text('DATA_DIR') ?? './data')
  const databaseUrl = optional(text, 'DATABASE_URL', databaseAddress)
  // Read even where nothing uses it: a wrong value is told when it is set, not when the id follows.
  const analyticsOrigin = optional(text, 'ANALYTICS_ORIGIN', origin)
  const siteOrigin = optional(text, 'SITE_URL', origin)
  const signInProviders = optional(text, 'OIDC_PROVIDERS', (value) => providers(value, siteOrigin)) ?? []
  const locales = optional(text, 'LOCALES', (value) => someOf(value, knownLocales)) ?? knownLocales
  return {
    port: optional(text, 'PORT', portNumber) ?? 4600,
    host: text('HOST') ?? '127.0.0.1',
    dataDir,
    databaseUrl,
    databaseDirectUrl: optional(text, 'DATABASE_DIRECT_URL', databaseAddress),
    databasePrepare: (optional(text, 'DATABASE_PREPARE', onOff) ?? 'on') === 'on',
    apiBase: optional(text, 'API_BASE', basePath) ?? '/api',
    logLevel: optional(text, 'LOG_LEVEL', (value) => oneOf(value, logLevels)) ?? 'info',
    secret: optional(text, 'SECRET', longEnough) ?? storedSecret(dataDir, databaseUrl),
    locales,
    defaultLocale: defaultLocale(locales),
    modules: optional(text, 'MODULES', enabledModules) ?? switchableModules,
    storage: optional(text, 'STORAGE', (value) => oneOf(value, ['local', 'cookie'])) ?? 'local',
    tokenUse: (optional(text, 'TOKEN_USE', onOff) ?? 'on') === 'on',
    allowedRules: optional(text, 'ALLOWED_RULES', (value) => someOf(value, ruleNames)) ?? ruleNames,
    analyticsId: optional(text, 'ANALYTICS_ID', analyticsName),
    analyticsOrigin: text('ANALYTICS_ID') === undefined ? undefined : (analyticsOrigin ?? 'https://www.googletagmanager.com'),
    tileUrl: optional(text, 'TILE_URL', tileAddress),
    trustProxy: optional(text, 'TRUST_PROXY', proxies) ?? false,
    siteOrigin,
    signInProviders,
    proxyOrigins: optional(text, 'PROXY_ORIGINS', (value) => items(value).map(origin)) ?? [],
    filesDir: resolve(text('FILES_DIR') ?? join(dataDir, 'files')),
    uploadTypes: optional(text, 'UPLOAD_TYPES', (value) => someOf(value.toLowerCase(), Object.keys(mediaTypes))) ?? defaultFileTypes,
    uploadMaxBytes: optional(text, 'UPLOAD_MAX_MB', megabytes) ?? defaultMaxFileBytes,
    quotaUserBytes: optional(text, 'FILES_USER_MAX_MB', manyMegabytes) ?? 2048 * 1024 * 1024,
    quotaBytes: optional(text, 'FILES_MAX_MB', manyMegabytes) ?? 51_200 * 1024 * 1024,
    demo: (optional(text, 'DEMO', onOff) ?? (databaseUrl ? 'off' : 'on')) === 'on',
    testGateway: (optional(text, 'TEST_GATEWAY', onOff) ?? (databaseUrl ? 'off' : 'on')) === 'on',
    outbox: ['on', '1'].includes(
      optional(text, 'OUTBOX', (value) => oneOf(value, ['on', 'off', '1', '0'])) ?? (databaseUrl ? 'off' : 'on'),
    ),
    smtp: smtpOf(optional(text, 'SMTP_URL', smtpAddress), optional(text, 'MAIL_FROM', mailAddress)),
    root: text('PISHKHAN_ROOT') ?? projectRoot(),
  }
}

/** Runs a check and puts the variable's name before what it complains about. */
function optional<T>(text: (name: string) => string | undefined, name: string, parse: (value: string) => T): T | undefined {
  const value = text(name)
  if (value === undefined) return undefined
  try {
    return parse(value)
  } catch (fault) {
    if (fault instanceof ConfigError) throw new ConfigError(`${name}: ${fault.message}`)
    throw fault
  }
}

const quoted = (value: string) => JSON.stringify(value)
const refuse = (value: string, fault: string, allowed: string): never => {
  throw new ConfigError(`${quoted(value)} ${fault}; allowed: ${allowed}`)
}
const items = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

function oneOf<T extends string>(value: string, allowed: readonly T[]): T {
  return allowed.find((each) => each === value) ?? refuse(value, 'is not known', allowed.join(', '))
}
function someOf<T extends string>(value: string, allowed: readonly T[]): readonly T[] {
  const chosen = [...new Set(items(value).map((item) => oneOf(item, allowed)))]
  return chosen.length > 0 ? chosen : refuse(value, 'names nothing', `a comma list of ${allowed.join(', ')}`)
}
const onOff = (value: string) => oneOf(value, ['on', 'off'])

function portNumber(value: string): number {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65535 ? Number(value) : refuse(value, 'is not a port', '0 to 65535')
}
function megabytes(value: string): number {
  return /^\d{1,4}$/.test(value) && Number(value) >= 1
    ? Number(value) * 1024 * 1024
    : refuse(value, 'is not a size', '1 to 9999, in megabytes')
}
function manyMegabytes(value: string): number {
  return /^\d{1,9}$/.test(value) && Number(value) >= 1
    ? Number(value) * 1024 * 1024
    : refuse(value, 'is not a size', '1 to 999999999, in megabytes')
}
/** What an address of the panel or of the server itself begins with. */
const takenPaths: readonly string[] = [
  'assets',
  'demo',
  'developer-tools',
  'files',
  'forbidden',
  'grid',
  'health',
  'index',
  'profile',
  'ready',
  'schemas',
  ...switchableModules,
]

function basePath(value: string): string {
  if (!/^(\/[A-Za-z0-9_-]+)+$/.test(value)) refuse(value, 'is not a base path', 'a path such as /api, without a trailing slash')
  return takenPaths.includes(value.split('/')[1]!.toLowerCase())
    ? refuse(value, 'is where pages of the panel are', 'a path of its own such as /api')
    : value
}

/** Signing in is on whether it is named or not. */
function enabledModules(value: string): readonly string[] {
  return [...new Set(['auth', ...someOf(value, switchableModules)])]
}
function longEnough(value: string): string {
  // The secret itself never goes to a log.
  if (value.length < 32) throw new ConfigError(`has ${value.length} characters; allowed: 32 or more`)
  return value
}
function databaseAddress(value: string): string {
  // Not quoted in the message: it may hold a password.
  if (!/^postgres(ql)?:\/\/./.test(value))
    throw new ConfigError('is not a PostgreSQL address; allowed: postgres://user:password@host:port/database')
  return value
}
function smtpAddress(value: string): string {
  // Not quoted in the message: it may hold a password.
  if (!/^smtps?:\/\/[^\s/]+$/.test(value) || !URL.canParse(value))
    throw new ConfigError('is no address of a mail server; allowed: smtp://name:password@host:587 or smtps://…')
  return value
}
function mailAddress(value: string): string {
  return /^([^<>\r\n]*<)?[^\s<>@,]+@[^\s<>@,]+>?$/.test(value)
    ? value
    : refuse(value, 'is not a mail address', 'name@host or Name <name@host>')
}
function smtpOf(url: string | undefined, from: string | undefined): Config['smtp'] {
  if (url === undefined) return undefined
  if (from === undefined) throw new ConfigError('MAIL_FROM: is missing; SMTP_URL needs the address that mail comes from')
  return { url, from }
}
function webAddress(value: string): string {
  return /^https?:\/\/[^\s/;,'"]+/.test(value) && !/[\s;,'"]/.test(value)
    ? value
    : refuse(value, 'is not a web address', 'http:// or https:// without spaces, quotes, commas and semicolons')
}
function tileAddress(value: string): string {
  const missing = ['{z}', '{x}', '{y}'].filter((place) => !webAddress(value).includes(place))
  return missing.length > 0 ? refuse(value, `has no place for ${missing.join(', ')}`, 'such as https://host/{z}/{x}/{y}.png') : value
}
function origin(value: string): string {
  return /^https?:\/\/[A-Za-z0-9.[\]:-]+$/.test(value) && URL.canParse(value)
    ? new URL(value).origin
    : refuse(value, 'is not an origin', 'such as https://api.example.com, without a path')
}
function providers(value: string, siteOrigin: string | undefined): readonly SignInProvider[] {
  if (siteOrigin === undefined) throw new ConfigError('needs SITE_URL, to which providers send people back; allowed: both, or none')
  const parsed = parseProviders(value)
  // Not quoted in the message: it holds secrets.
  if (typeof parsed === 'string')
    throw new ConfigError(`${parsed}; allowed: a JSON list of {"name", "title", "issuer", "client_id", "client_secret"}`)
  return parsed
}
function analyticsName(value: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : refuse(value, 'is not an analytics id', 'letters, digits, - and _, 64 at most')
}
function proxies(value: string): boolean | string {
  if (value === 'on' || value === 'off') return value === 'on'
  const named = items(value)
  return named.length > 0 && named.every(isNetwork)
    ? named.join(',')
    : refuse(value, 'names no proxy', 'on, off, or a comma list of addresses and networks such as 10.0.0.0/8')
}
/** An address, or a network by the number of its leading bits. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}

/** The embedded default makes its secret once; servers that share a database have to be given the same one. */
function storedSecret(dataDir: string, databaseUrl: string | undefined): string {
  if (databaseUrl !== undefined)
    throw new ConfigError(
      'SECRET: is missing; with DATABASE_URL it is required; allowed: 32 characters or more, the same for every process',
    )
  const file = join(dataDir, 'secret')
  try {
    if (!existsSync(file)) {
      makeFolder(dataDir)
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    }
    return longEnough(readFileSync(file, 'utf8').trim())
  } catch (fault) {
    throw new ConfigError(
      `DATA_DIR: ${quoted(dataDir)} cannot hold the secret (${(fault as Error).message}); allowed: a folder that the server may write`,
    )
  }
}

/** The checkout, whether this runs from the sources or from `dist/server`. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'schemas', 'documents')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}
