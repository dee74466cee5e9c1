import { createUser } from '#server/features/persons/store.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

export interface Shop {
  server: TestServer
  /** Calls as the keeper of the shop, who has `shop.use`. */
  keeper: { token: string; headers: Record<string, string> }
  developer: { token: string; headers: Record<string, string> }
}

export async function openShop(documents: Record<string, unknown>): Promise<Shop> {
  const server = await startTestServer()
  const as = async (name: string) => ({ token: await server.signIn(name), headers: { 'x-locale': 'en' } })
  const developer = await as('developer')
  const { status, body } = await server.post('publish', { module: 'shop', documents }, developer)
  if (status !== 200) throw new Error(JSON.stringify([body.errors, body.metadata?.problems]))
  await createUser(server.database, { username: 'keeper', password: demoPassword, role: 'keeper' })
  return { server, developer, keeper: await as('keeper') }
}
