import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { ServeAccess } from '#server/feature.ts'

/** What a gateway is asked to collect. */
export interface AskedPayment {
  /** Number of the payment, which the gateway sends back. */
  number: string
  amount: string
  currency: string
  expiresAt: string
}

/** What a gateway says became of a payment. */
export interface GatewayAnswer {
  number: string
  isPaid: boolean
  amount: string
  /** The gateway's own number. */
  reference: string
}

/** A service that people pay at, by a page of its own. */
export interface PaymentGateway {
  /** Value of `driver` of the gates that use it. */
  name: string
  /** Whether it may be used on this server. */
  isAvailable: (config: Config) => boolean
  /** Address of the page where the payment is made. */
  addressOf: (config: Config, payment: AskedPayment) => string
  /** Reads what came back; undefined where the gateway has not signed it. */
  readAnswer: (config: Config, query: Readonly<Record<string, unknown>>) => GatewayAnswer | undefined
  /** Pages of a gateway that this server plays itself. */
  serve?: (app: FastifyInstance, config: Config, access: ServeAccess) => void
}

/** Where gateways send people back to. */
export const returnPath = (config: Pick<Config, 'apiBase'>, driver: string): string => `${config.apiBase}/gateways/${driver}/return`
