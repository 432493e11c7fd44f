import { Password } from '../src/contract/accounts/accounts.ts';
import { Email } from '../src/contract/shared/text.ts';
import { compose } from '../src/server/composition.ts';
import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { ensureAdmin } from '../src/server/process/first-admin.ts';
import { requireFinishedRestore } from '../src/server/process/require-shop.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

function stopWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const USAGE = 'Usage: npm run make-admin -- EMAIL [PASSWORD]. Give a password only if the address has no account yet.';

const email = Email.safeParse(process.argv[2]);
if (!email.success) stopWith(USAGE);
const password = process.argv[3] === undefined ? null : Password.safeParse(process.argv[3]);
if (password && !password.success) stopWith(`This password can’t be used:${password.error.issues[0]?.message}`);

let config: Config | null = null;
try {
  config = readConfig(readEnvironment());
  requireFinishedRestore(config.dataDir);
  const { services, close } = await compose(config, { onFault: (message) => process.stderr.write(`${message}\n`) });
  const outcome = await ensureAdmin(services, { email: email.data ?? '', password: password?.data ?? null });
  await close();
  process.stdout.write(`${email.data} ${outcome === 'kept' ? 'is an admin already' : 'is an admin now'}.\n`);
} catch (error) {
  stopWith(explainFault(error, config) ?? String(error));
}
