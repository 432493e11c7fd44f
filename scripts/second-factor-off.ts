import { Email } from '../src/contract/shared/text.ts';
import { compose } from '../src/server/composition.ts';
import { type Config, readConfig, readEnvironment } from '../src/server/config/config.ts';
import { removeSecondFactor } from '../src/server/process/lost-second-factor.ts';
import { requireShop } from '../src/server/process/require-shop.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

function stopWith(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const email = Email.safeParse(process.argv[2]);
if (!email.success)
  stopWith('Usage: npm run second-factor-off -- EMAIL. For someone who lost their app or passkeys and all recovery codes. Make sure it’s really them first.');

let config: Config | null = null;
try {
  config = readConfig(readEnvironment());
  requireShop(config);
  const { services, close } = await compose(config, { onFault: (message) => process.stderr.write(`${message}\n`) });
  const isGone = await removeSecondFactor(services, email.data ?? '');
  await close();
  process.stdout.write(
    isGone
      ? `${email.data} is logged out everywhere, has no passkeys left, and logs in with just the password from now on. They’re notified by email.\n`
      : `${email.data} has neither two-factor authentication nor a passkey.\n`,
  );
} catch (error) {
  stopWith(explainFault(error, config) ?? String(error));
}
