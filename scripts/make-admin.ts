import { Password } from '../src/contract/accounts/accounts.ts';
import { Email } from '../src/contract/shared/text.ts';
import { OperatorFault } from '../src/server/errors.ts';
import { runCommand, withServices } from '../src/server/process/command.ts';
import { ensureAdmin } from '../src/server/process/first-admin.ts';
import { requireFinishedRestore } from '../src/server/process/require-shop.ts';
import { say } from '../src/server/process/say.ts';

const USAGE = 'Usage: npm run make-admin -- EMAIL [PASSWORD]. Give a password only if the address has no account yet.';

await runCommand(async (read) => {
  const [, , address, chosen] = process.argv;
  const { data: email } = Email.safeParse(address);
  if (email === undefined) throw new OperatorFault(USAGE);
  const { data: password, error } = Password.optional().safeParse(chosen);
  if (error) throw new OperatorFault(`This password can’t be used: ${error.issues[0]?.message.trim()}`);
  const config = await read(requireFinishedRestore);
  const outcome = await withServices(config, (services) => ensureAdmin(services, { email, password: password ?? null }));
  say(`${email} ${outcome === 'kept' ? 'is an admin already' : 'is an admin now'}.`);
});
