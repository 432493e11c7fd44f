import { generate, type Plan } from './generate.ts';

// A process of its own: the server under test shares neither its thread nor its memory with those who ask.
process.once('message', async (plan: Plan) => {
  process.send?.(await generate(plan));
  process.disconnect();
});
