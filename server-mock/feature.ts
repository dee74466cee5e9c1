import type { FastifyInstance } from 'fastify'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Database, Trx } from './database/database.ts'
import type { DocumentRegistry } from './documents/registry.ts'
import type { ReceivedFile } from './plugins/multipart-body.ts'
import type { SentFile } from './plugins/send-file.ts'
import type { Invoke } from './plugins/run-call.ts'
import type { TaskDefinition } from './tasks/define-task.ts'

/** What a handler is given. Parameters and payload have passed the catalogue's schemas, access has been checked. */
export interface CallContext {
  caller: Caller
  params: Record<string, unknown>
  payload: Record<string, unknown>
  registry: DocumentRegistry
  /** One transaction for the whole call; read-only for GET. */
  trx: Trx
  config: Config
  /** The moment of the call. */
  now: Date
  /** IP address of the client, for rate limits and login history. */
  ip: string
  userAgent: string
  /** Call it after queueing a task: the queue is looked at once this call has been answered. */
  wakeTasks: () => void
  /** Rows are counted to the last one, however long it takes: for the progress of work in the background. */
  countsAll?: boolean
  /** Form that a save names (`module/name`): its conditions hold for what is written of its entity. */
  form?: string
  /** File of a call that consumes `multipart/form-data`; removed after the call unless the handler has moved it. */
  file?: ReceivedFile
}

export interface Answer {
  results: unknown
  metadata?: Record<string, unknown>
  /** Goes out in place of the envelope. Only of an unmanaged handler that has `ownRepeats`, or of a GET. */
  file?: SentFile
}
export type Handler = (context: CallContext) => Promise<Answer>

/** A handler that opens its own transactions, because something must stay written when it refuses (a failed sign-in). */
export interface UnmanagedHandler {
  unmanaged: (context: UnmanagedContext) => Promise<Answer>
  /** It sees itself to what is sent twice, by `idempotencyKey`, and may be made anew after it broke off. */
  ownRepeats?: boolean
}

export interface UnmanagedContext extends Omit<CallContext, 'trx'> {
  database: Database
  /** Idempotency key of the call. */
  idempotencyKey?: string
  /** Another call of the catalogue as the same caller, in a transaction of its own. */
  invoke: Invoke
}

/** Work that is due again and again; an advisory lock lets one process at a time run it. */
export interface Job {
  name: string
  everyMs: number
  run: (trx: Trx, registry: DocumentRegistry, now: Date, config: Config) => Promise<void>
}

/** A choice of a list: `value` is what a record keeps. Further keys are answered where a call asks for them by `fields`. */
export interface ComboOption {
  value: string | number
  title: string
  group?: string
  color?: string
  [key: string]: unknown
}

/** A list of choices that a select reads by its name, in the order in which they are shown. */
export interface Combo {
  /** Permission that reading it needs; anyone signed in when left out. */
  access?: string
  read: (context: CallContext) => ComboOption[] | Promise<ComboOption[]>
}

/** What a module does beyond its documents. Every endpoint of the catalogue without an `operation` has a handler here. */
export interface Feature {
  module: string
  handlers: Record<string, Handler | UnmanagedHandler>
  jobs?: Job[]
  /** Kinds of work that go on in the background; `startTask` queues one. */
  tasks?: readonly TaskDefinition[]
  /** Lists of choices that this module knows, by name; a list of its own is beside them for every field with options (`post.status`). */
  combos?: Record<string, Combo>
  /** Adds routes beside the catalogue, such as pictures. */
  serve?: (app: FastifyInstance, config: Config) => void
  /** Fixed rows, the same on every run; called once on an empty database that asks for demo data. */
  seed?: (trx: Trx, registry: DocumentRegistry) => Promise<void>
}
