import { compose } from '../src/server/composition.ts';
import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { requireShop } from '../src/server/process/require-shop.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

const USAGE = 'Usage: npm run practice-dispute -- open ORDER | won [DISPUTE] | lost [DISPUTE]   (practice cards only; without DISPUTE: the latest)\n';
const EVIDENCE: Record<string, string> = { won: 'winning_evidence', lost: 'losing_evidence' };

const [verb = '', name] = process.argv.slice(2);

let config: Config | null = null;
try {
  config = readConfig(readEnvironment());
  requireShop(config);
  const { services, close } = await compose(config, { onFault: (message) => process.stderr.write(`${message}\n`) });
  const done = await run(services).finally(close);
  process.stdout.write(done ?? USAGE);
  process.exitCode = done === null ? 2 : 0;
} catch (error) {
  process.stderr.write(`${explainFault(error, config) ?? String(error)}\n`);
  process.exitCode = 1;
}

/** Returns what was done, or null for invalid arguments. The shop gets the provider's webhooks once it runs. */
async function run({ payments, practiceBank, db }: Awaited<ReturnType<typeof compose>>['services']): Promise<string | null> {
  if (!practiceBank) return 'This shop doesn’t use practice cards.\n';
  if (verb === 'open' && name !== undefined) {
    const order = await db.selectFrom('orders').select('intent_id').where('id', '=', name).executeTakeFirst();
    if (!order?.intent_id) return `There is no paid order ${name}.\n`;
    return `Opened ${await practiceBank.open(order.intent_id)}.\n`;
  }
  const evidence = EVIDENCE[verb];
  if (evidence === undefined) return null;
  const id = name ?? (await findLatest(payments));
  if (id === null) return 'There is no dispute.\n';
  return `${id} is ${await practiceBank.answer(id, evidence)}.\n`;
}

async function findLatest(payments: Awaited<ReturnType<typeof compose>>['services']['payments']): Promise<string | null> {
  for await (const { id } of payments.listDisputes()) return id;
  return null;
}
