import type { Config } from '#server/config.ts'
import type { PaymentGateway } from './gateway.ts'
import { testGateway } from './test-gateway.ts'

/** Every gateway that there is. */
export const gateways: readonly PaymentGateway[] = [testGateway]

/** The gateway of a gate, where this server may use it. */
export const gatewayOf = (driver: string | null, config: Config): PaymentGateway | undefined =>
  gateways.find(({ name, isAvailable }) => name === driver && isAvailable(config))
