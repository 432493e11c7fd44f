import { OperatorFault } from '../src/server/errors.ts';
import { runCommand, withServices } from '../src/server/process/command.ts';
import { say } from '../src/server/process/say.ts';
import type { Services } from '../src/server/services.ts';

const USAGE = 'Usage: npm run practice-dispute -- open ORDER | won [DISPUTE] | lost [DISPUTE]   (practice cards only; without DISPUTE: the latest)';
const EVIDENCE: Record<string, string> = { won: 'winning_evidence', lost: 'losing_evidence' };

const [verb = '', name] = process.argv.slice(2);

await runCommand(async (read) => say(await withServices(await read(), run)));

/** Returns what was done. The shop gets the provider's webhooks once it runs. */
async function run({ payments, practiceBank, db }: Services): Promise<string> {
  if (!practiceBank) throw new OperatorFault('This shop doesn’t use practice cards.');
  if (verb === 'open' && name !== undefined) {
    const order = await db.selectFrom('orders').select('intent_id').where('id', '=', name).executeTakeFirst();
    if (!order?.intent_id) throw new OperatorFault(`There is no paid order ${name}.`);
    return `Opened ${await practiceBank.open(order.intent_id)}.`;
  }
  const evidence = EVIDENCE[verb];
  if (evidence === undefined) throw new OperatorFault(USAGE);
  const id = name ?? (await findLatest(payments));
  if (id === null) throw new OperatorFault('There is no dispute.');
  return `${id} is ${await practiceBank.answer(id, evidence)}.`;
}

async function findLatest(payments: Services['payments']): Promise<string | null> {
  for await (const { id } of payments.listDisputes()) return id;
  return null;
}
