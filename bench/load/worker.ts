import { generate, type Plan } from './generate.ts';

// A separate process, so that the server under test doesn't share its thread or memory with the load generator.
// The other side disconnects once it has read everything, which ends this process.
process.once('message', async (plan: Plan) => process.send?.(await generate(plan)));
