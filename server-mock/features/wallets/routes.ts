import type { Feature } from '#server/feature.ts'
import { charge, gates } from './charge.ts'
import { seedWallets } from './seed.ts'
import { serveGateways } from './serve-gateways.ts'
import { gatewayAnswered } from './settle-payment.ts'

/** Wallets: their balances are a ledger; what is beside documents is the way to a payment gateway and back. */
export const wallets: Feature = {
  module: 'wallets',
  handlers: { 'wallet-online-gates': gates, 'wallet-online-charge': charge },
  guards: { 'gateway-answered': gatewayAnswered },
  serve: serveGateways,
  seed: seedWallets,
}
