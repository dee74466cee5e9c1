// Asks /health every 20 ms in a thread of its own, so that what the bench itself does delays nothing.
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let longest = 0

setInterval(() => {
  const started = performance.now()
  const done = () => {
    longest = Math.max(longest, performance.now() - started)
  }
  get(`${workerData}/health`, { agent }, (answer) => {
    answer.resume()
    answer.once('end', done)
  }).once('error', done)
}, 20)

parentPort.on('message', () => {
  parentPort.postMessage(longest)
  longest = 0
})
