import { chromium } from 'playwright'
const O='http://127.0.0.1:4791'
const r=await (await fetch(O+'/api/v1/login',{method:'POST',headers:{'content-type':'application/json','idempotency-key':crypto.randomUUID()},body:JSON.stringify({username:'administrator',password:'pishkhan-demo'})})).json()
const state=(locale,scheme)=>({cookies:[],origins:[{origin:O,localStorage:[{name:'pishkhan',value:JSON.stringify({state:{auth:{token:r.results.token,user:r.results.user,locale,timezone:'Asia/Tehran'},settings:{sidebarCollapsed:null,scheme,locale}},stored_at:Date.now()})}]}]})
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell',args:['--no-sandbox']})
for (const [locale,w,h,scheme] of [['fa',1366,768,'light'],['en',1366,768,'dark'],['fa',390,844,'light']]) {
  const c=await b.newContext({storageState:state(locale,scheme),viewport:{width:w,height:h}}); const p=await c.newPage()
  for (const [n,path] of [['users','/grid/persons/user/list'],['news','/content/post/news'],['div','/divisions']]) {
    await p.goto(O+path); await p.waitForTimeout(1500); await p.screenshot({path:`/tmp/w/z-${n}-${locale}-${w}.png`})
  }
  await c.close()
}
await b.close()
