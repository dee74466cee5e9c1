import type { FastifyInstance } from 'fastify'
import type { LayoutAnswer } from '#schemas/types/contract.d.ts'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import type { Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Database, Trx } from './database/database.ts'
import type { Combos } from './model/combos.ts'
import type { DocumentRegistry, ModuleDocuments } from './documents/registry.ts'
import type { ReceivedFile } from './plugins/multipart-body.ts'
import type { SentFile } from './plugins/send-file.ts'
import type { Invoke } from './plugins/run-call.ts'
import type { Audience, Compute, Effect, Guard, ReadAnswer, ReadMetric } from './model/lifecycles/hooks.ts'
import type { LiveTopic } from './live/topics.ts'
import type { TaskDefinition } from './tasks/define-task.ts'

type Values = Record<string, unknown>

/** What a handler is given. Parameters and payload have passed the catalogue's schemas, access has been checked. */
export interface CallContext<Params = Values, Payload = Values> {
  caller: Caller
  params: Params
  payload: Payload
  registry: DocumentRegistry
  /** One transaction for the whole call; read-only for GET. */
  trx: Trx
  config: Config
  /** The moment of the call. */
  now: Date
  /** IP address of the client, for rate limits and login history. */
  ip: string
  userAgent: string
  /** Address that the browser calls, e.g. `https://panel.example`; none where the server calls itself. */
  origin?: string
  /** Call it after queueing a task: the queue is looked at once this call has been answered. */
  wakeTasks: () => void
  /** Rows are counted to the last one, however long it takes: for the progress of work in the background. */
  countsAll?: boolean
  /** Form that a save names (`module/name`): its conditions hold for what is written of its entity. */
  form?: string
  /** Lists of choices that features know, by name. */
  combos?: Combos
  /** File of a call that consumes `multipart/form-data`; removed after the call unless the handler has moved it. */
  file?: ReceivedFile
}

export interface Answer<Results = unknown, Metadata = Values> {
  results: Results
  metadata?: Metadata
  /** Goes out in place of the envelope. Only of an unmanaged handler that has `ownRepeats`, or of a GET. */
  file?: SentFile
}
interface AnswerWithMetadata<Results, Metadata> extends Answer<Results, Metadata> {
  metadata: Metadata
}

export interface UnmanagedContext<Params = Values, Payload = Values> extends Omit<CallContext<Params, Payload>, 'trx'> {
  database: Database
  /** Idempotency key of the call. */
  idempotencyKey?: string
  /** Another call of the catalogue as the same caller, in a transaction of its own. */
  invoke: Invoke
}

interface Managed<Context, Answered> {
  (context: Context): Promise<Answered>
}

/** A handler that opens its own transactions, because something must stay written when it refuses (a failed sign-in). */
interface Unmanaged<Context, Answered> {
  unmanaged: (context: Context) => Promise<Answered>
  /** It sees itself to what is sent twice, by `idempotencyKey`, and may be made anew after it broke off. */
  ownRepeats?: boolean
}

/** Name of a call of the catalogue. */
export type CallName = keyof Endpoints
type Method<Name extends CallName> = Endpoints[Name]['method']

/** What a call of the catalogue takes in its query; anything where its schema is open. */
export type ParamsOf<Name extends CallName> = unknown extends Endpoints[Name]['params'] ? Values : Endpoints[Name]['params']
/** What a call of the catalogue takes in its body; GET and DELETE have none. */
export type PayloadOf<Name extends CallName> = unknown extends Endpoints[Name]['payload']
  ? Method<Name> extends 'GET' | 'DELETE'
    ? Record<never, never>
    : Values
  : Endpoints[Name]['payload']
/** The fields that a schema names; an answer may hold more where the schema is open. */
type Named<Value> = Value extends readonly (infer Item)[]
  ? readonly Named<Item>[]
  : Value extends object
    ? { [Key in keyof Value as string extends Key ? never : Key]: Named<Value[Key]> }
    : Value
export type ResultsOf<Name extends CallName> = Named<Endpoints[Name]['results']>
type MetadataOf<Name extends CallName> = unknown extends Endpoints[Name]['metadata'] ? Values : Named<Endpoints[Name]['metadata']>

export type CallOf<Name extends CallName> = CallContext<ParamsOf<Name>, PayloadOf<Name>>
/** What a call of the catalogue answers: without metadata where none of it is required. */
export type AnswerOf<Name extends CallName> =
  Record<never, never> extends MetadataOf<Name>
    ? Answer<ResultsOf<Name>, MetadataOf<Name>>
    : AnswerWithMetadata<ResultsOf<Name>, MetadataOf<Name>>

/** Answers a call of the catalogue; for several calls that take and answer the same: `Handler<'activate' | 'deactivate'>`. */
export type Handler<Name extends CallName> = Managed<CallOf<Name>, AnswerOf<Name>>
export type UnmanagedHandler<Name extends CallName> = Unmanaged<UnmanagedContext<ParamsOf<Name>, PayloadOf<Name>>, AnswerOf<Name>>

/** Handlers by the call that they answer. */
export type Handlers = { [Name in CallName]?: Handler<Name> | UnmanagedHandler<Name> }

/** A handler of any call, as whoever runs calls knows it: an operation of a document, or the handler of a feature. */
export type AnyHandler = Managed<CallContext, Answer>
export type AnyUnmanagedHandler = Unmanaged<UnmanagedContext, Answer>

/** The handlers of a feature by name. Their own types hold once the catalogue's schemas have checked what they are given. */
export const handlersOf = ({
  handlers,
}: Pick<Feature, 'handlers'>): Readonly<Record<string, AnyHandler | AnyUnmanagedHandler | undefined>> =>
  handlers as Record<string, AnyHandler | AnyUnmanagedHandler>

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

/** What routes beside the catalogue read and write; `database.read(registry)` answers the documents that are published now. */
export interface ServeAccess {
  database: Database
  registry: (trx: Trx) => Promise<DocumentRegistry>
}

/** What a module does beyond its documents. Every endpoint of the catalogue without an `operation` has a handler here. */
export interface Feature {
  module: string
  handlers: Handlers
  jobs?: Job[]
  /** Kinds of work that go on in the background; `startTask` queues one. */
  tasks?: readonly TaskDefinition[]
  /** Lists of choices that this module knows, by name; a list of its own is beside them for every field with options (`post.status`). */
  combos?: Record<string, Combo>
  /** What documents may name as `module/name` where transitions ask for more than conditions can say. */
  guards?: Record<string, Guard>
  /** The same for what transitions, and the making of records, bring about. */
  effects?: Record<string, Effect>
  /** The same for how a call tells a record that is more than its fields (`answer` of an endpoint). */
  answers?: Record<string, ReadAnswer>
  /** The same for the numbers of a metric that no statement over its entity tells (`compute` of a metric). */
  metrics?: Record<string, ReadMetric>
  /** The same for a field that no formula says (`computed: { compute }`), of several records at once; it only reads. */
  computes?: Record<string, Compute>
  /** The same for users whom a notification tells and whom no field and no permission names (`to: [{ audience }]`). */
  audiences?: Record<string, Audience>
  /** What it adds to the frame of the panel, for the caller. */
  layout?: (context: CallContext) => Promise<Partial<LayoutAnswer>>
  /** What happens to users and may be told to them (`on: { event }`), each with the values that texts insert. */
  events?: Record<string, readonly string[]>
  /** What open panels are told of as it happens, by name. */
  topics?: Record<string, LiveTopic>
  /** Documents as settings of this module make them; asked again with each publication, which a change of the settings counts as. */
  adaptDocuments?: (trx: Trx, published: readonly ModuleDocuments[]) => Promise<readonly ModuleDocuments[]>
  /** Adds routes beside the catalogue, such as pictures. */
  serve?: (app: FastifyInstance, config: Config, access: ServeAccess) => void
  /** Fixed rows, the same on every run; called once on an empty database that asks for demo data. */
  seed?: (trx: Trx, registry: DocumentRegistry) => Promise<void>
}
