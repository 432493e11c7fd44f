import { say } from '#server/process/say.ts';
import { fuzz, openShopToFuzz } from './fuzz.ts';
import { findWhatBlocks, LONGEST_BLOCK_MS, openShopToBlock } from './limits/blocking.ts';

// `npm run fuzz`: set REQUESTS (20000), NEAR_LIMITS (1500) or SEED (differs each time); TEST_DATABASE_URL selects a PostgreSQL server.
const requests = Number(process.env.REQUESTS ?? 20_000);
const nearLimits = Number(process.env.NEAR_LIMITS ?? 1500);
const seed = Number(process.env.SEED ?? Math.floor(Date.now() / 1000));

say(`seed ${seed}: ${requests} requests`);
const shop = await openShopToFuzz();
const begun = performance.now();
const outcome = await fuzz({ seed, requests }, { shop, onProgress: (asked) => say(`${asked} after ${Math.round((performance.now() - begun) / 1000)} s`) });
const healthy = await shop.app.inject('/healthz');
await shop.close();
const { statuses, done, operations, failure } = outcome;
say(
  `${outcome.requests} requests to ${operations.length} operations in ${Math.round((performance.now() - begun) / 1000)} s; by status ${JSON.stringify(statuses)}`,
);
const never = operations.filter((name) => !done.has(name));
say(`${done.size} operations did their work at least once${never.length > 0 ? `, these never: ${never.join(', ')}` : ''}`);
if (failure !== null) say(`\nA promise was broken; SEED=${seed} shows it again:\n${failure}`);

say(`\n${nearLimits} requests near limits`);
const served = await openShopToBlock();
const { asked, longest, blocking } = await findWhatBlocks(served, { seed, requests: nearLimits }, ({ name, ms, request, answer }) =>
  say(
    `\n${name} blocked the event loop for ${Math.round(ms)} ms of processor time, and others may wait for ${LONGEST_BLOCK_MS}:\n${request}\nanswered ${answer}`,
  ),
);
await served.close();
say(`${asked} asked; the longest turn took ${Math.round(longest?.ms ?? 0)} ms of processor time: ${longest?.name}`);
process.exit(failure === null && never.length === 0 && healthy.statusCode === 200 && blocking.length === 0 ? 0 : 1);
