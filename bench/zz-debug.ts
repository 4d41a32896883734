import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../tools/product.ts'
import { withScene } from './own-database.ts'
const N = Number(process.env.N ?? 100)
const port = await freePort()
const server = spawn(process.execPath, ['../shared/tools/feedserver.mjs', '--port', String(port), '--n', String(N), '--items', '20', '--latency', '50'], { stdio: 'ignore' })
await sleep(1500)
try {
await withScene(async (scene) => {
  const a = await scene.signUp('gather')
  const csv = await (await fetch(`http://127.0.0.1:${port}/_/csv`)).text()
  console.log(csv.split('\n').slice(0,3))
  const body = new FormData(); body.set('file', new File([csv], 'p.csv'))
  const t = performance.now()
  const r = await fetch(`${scene.product.url}/api/companies/bulk-upload?detail=1&limit=0`, { method: 'POST', headers: a.headers, body })
  await r.text()
  console.log('upload', r.status, performance.now() - t)
  for (let i = 0; i < Number(process.env.S ?? 40); i += 1) {
    const q = async (s: string) => JSON.stringify((await scene.database.query(s)).rows)
    console.log(Math.round(performance.now() - t), await q(`select (select count(*) from subjects) s, (select count(distinct subject_id) from news) n, (select count(*) from articles) a, (select count(*) from watches) w, (select count(*) from watches where claim is not null) claimed, (select count(*) from watches where next_at<=now()) due`), i%10===9 ? await q(`select source, left(address,0), state, problem, count(*), min(address) from watches group by 1,2,3,4`):'')
    await sleep(1000)
  }
  console.log(await (await fetch(`http://127.0.0.1:${port}/_/stats`)).text())
  console.log(scene.product);console.log(JSON.stringify((await scene.database.query(`select name,state,count(*),min(output::text) from pgboss.job group by 1,2`)).rows))
}, { SOURCES: 'company-site', FETCH_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'info', ...(process.env.PROF ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof' } : {}) })
} finally { server.kill('SIGKILL') }
